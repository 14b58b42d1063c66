;; Counts the line feeds between two addresses, sixteen bytes at a time. The bytes after the end, up to the next
;; multiple of sixteen, must not be line feeds.
(module
  ;; 17 pages of 64 KiB: the caller copies up to 1 MiB into them.
  (memory (export "memory") 17)
  (func (export "count") (param $at i32) (param $end i32) (result i32)
    (local $count i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        ;; One bit for each byte that is a line feed.
        (local.set $count
          (i32.add
            (local.get $count)
            (i32.popcnt
              (i8x16.bitmask
                (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 10)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (local.get $count)))
