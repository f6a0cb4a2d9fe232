#!/usr/bin/env python3
"""What a library answered at the points of a defect, for `adjudge campaign --exec`.

    recorded.py FILE.jsonl                                 answers as FILE says, and nothing else
    recorded.py FILE.jsonl SPECIFICATION VERSION COMMAND   asks COMMAND, and writes FILE

The specification names the points and the calls: `-- at: [[2.0]]` (a list of the arguments, for each point) and
`-- calls: jvp vjp`.  A line of the file is a call with its answer, the first one the library and its version."""
import json
import re
import subprocess
import sys


def key(call, query):
    return json.dumps([call, query], sort_keys=True)


def said(text, word):
    return re.search(rf"^-- {word}: (.*)$", text, re.M)[1]


class Record:
    def __init__(self, path):
        lines = [json.loads(line) for line in open(path)]
        self.answers = {key(m["call"], m["query"]): m["answer"] for m in lines[1:]}
        self.calls = sorted({m["call"] for m in lines[1:]})
        self.points = [list(p) for p in {json.dumps(m["query"]["args"]): m["query"]["args"] for m in lines[1:]}.values()]

    def describe(self, request):
        return {"offers": self.calls, "points": self.points}

    def answer(self, call, query):
        return self.answers.get(key(call, query), {"unknown": True})


class Recorder:
    def __init__(self, path, specification, version, command):
        text = open(specification).read()
        self.calls, self.points = said(text, "calls").split(), json.loads(said(text, "at"))
        self.seen, self.out = set(), open(path, "w")
        print(json.dumps({"library": version}), file=self.out, flush=True)
        self.library = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        print(json.dumps({"id": 1, **request}), file=self.library.stdin, flush=True)
        return json.loads(self.library.stdout.readline())

    def describe(self, request):
        offers = self.ask(**{k: v for k, v in request.items() if k != "id"})["offers"]
        return {"offers": [call for call in self.calls if call in offers], "points": self.points}

    def answer(self, call, query):
        if query["args"] not in self.points: return {"unknown": True}
        answer = self.ask(call=call, batch=[query])["answers"][0]
        if key(call, query) not in self.seen:
            print(json.dumps({"call": call, "query": query, "answer": answer}), file=self.out, flush=True)
        self.seen.add(key(call, query))
        return answer


source = Record(sys.argv[1]) if len(sys.argv) == 2 else Recorder(*sys.argv[1:])
for line in sys.stdin:
    request = json.loads(line)
    if request["call"] == "describe": reply = source.describe(request)
    else: reply = {"answers": [source.answer(request["call"], query) for query in request["batch"]]}
    print(json.dumps({"id": request["id"], **reply}), flush=True)
