(* Between two looks at what the provers have answered Frama-C sleeps for 50 ms, longer than most proofs take and far
   longer than it takes to find a committed answer: sleep for one. *)
let rec wait step = if step () then (Unix.sleepf 0.001; wait step)
let () = Task.on_idle := wait
