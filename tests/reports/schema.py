"""Whether a report has the form of a schema: the part of JSON Schema that verify/campaign/report.schema.json uses,
written apart from the reader in C.

  schema.py SCHEMA REPORT...     exit code 1, and where, for the first that has not"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool}
WORDS = {"$schema", "$defs", "title", "type", "const", "enum", "pattern", "minimum", "minItems", "maxItems", "items",
         "required", "properties", "additionalProperties", "$ref"}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def faults(schema, value, root, place="report"):
    """What is wrong, one text each."""
    unknown = set(schema) - WORDS
    if unknown:
        yield f"{place}: the schema has words that are not known: {unknown}"
    if "$ref" in schema:
        yield from faults(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, root, place)
    types = schema.get("type", [])
    types = types if isinstance(types, list) else [types]
    if types and not any(is_type(value, name) for name in types):
        yield f"{place}: not of type {types}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{place}: not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: none of {schema['enum']}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{place}: not of the form {schema['pattern']}"
    if is_type(value, "number") and value < schema.get("minimum", value):
        yield f"{place}: too small"
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{place}: {len(value)} items"
        for i, item in enumerate(value):
            yield from faults(schema.get("items", {}), item, root, f"{place}[{i}]")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for key in schema.get("required", []):
            if key not in value:
                yield f"{place}: it lacks {key}"
        for key, part in value.items():
            if key in properties:
                yield from faults(properties[key], part, root, f"{place}.{key}")
            elif schema.get("additionalProperties", True) is False:
                yield f"{place}: unknown key {key}"


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    for path in sys.argv[2:]:
        with open(path) as file:
            report = json.load(file)
        for fault in faults(schema, report, schema):
            sys.exit(f"{path}: {fault}")


if __name__ == "__main__":
    main()
