(* Between two looks at what the provers have answered Frama-C sleeps for 50 ms, longer than most proofs take and far
   longer than it takes to find a committed answer: sleep for one, and only after a look that found nothing to do, which
   takes microseconds. *)
let rec wait step =
  let start = Unix.gettimeofday () in
  if step () then begin
    if Unix.gettimeofday () -. start < 1e-4 then Unix.sleepf 0.001;
    wait step
  end
let () = Task.on_idle := wait
