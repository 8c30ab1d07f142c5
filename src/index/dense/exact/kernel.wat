;; Dot products of one query with every row of a row-major float32 matrix.
;; The order of additions is fixed and repeated by scalar-kernel.ts: lane i of four four-lane accumulators sums the
;; dimensions i, i + 16, i + 32 …; then (a + b) + (c + d); then (lane 0 + lane 1) + (lane 2 + lane 3).
;; scripts/build-kernel.ts turns this file into kernel-bytes.ts.
(module
  (import "grk" "memory" (memory 1))
  ;; $row, $query, $out: byte addresses; $stride: bytes per row, a multiple of 64, at least 64.
  (func (export "dots") (param $row i32) (param $count i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $end i32) (local $at i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (block $done
      (loop $rows
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $query))
        (local.set $end (i32.add (local.get $row) (local.get $stride)))
        (loop $block
          (local.set $a (f32x4.add (local.get $a)
            (f32x4.mul (v128.load (local.get $row)) (v128.load (local.get $at)))))
          (local.set $b (f32x4.add (local.get $b)
            (f32x4.mul (v128.load offset=16 (local.get $row)) (v128.load offset=16 (local.get $at)))))
          (local.set $c (f32x4.add (local.get $c)
            (f32x4.mul (v128.load offset=32 (local.get $row)) (v128.load offset=32 (local.get $at)))))
          (local.set $d (f32x4.add (local.get $d)
            (f32x4.mul (v128.load offset=48 (local.get $row)) (v128.load offset=48 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (br_if $block (i32.ne (local.get $row) (local.get $end))))
        (local.set $a (f32x4.add
          (f32x4.add (local.get $a) (local.get $b))
          (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $out) (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
          (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows)))))
