/** The style sheet of a standalone page. */
export const pageStyle = `
:root { --ink: #1d2125; --quiet: #5c6670; --paper: #ffffff; --line: #d9dee3; --bad: #c9372c; --plain: #0c66e4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dee4ea; --quiet: #9fadbc; --paper: #161a1d; --line: #38414a; --bad: #f87168; --plain: #579dff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.rate { font-size: 1.25rem; font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; font-weight: 600; color: var(--quiet); }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.chart { width: 30%; min-width: 6rem; vertical-align: middle; }
.bar { height: .75rem; min-width: 2px; border-radius: 2px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.bad { background: var(--bad); }
.plain { background: var(--plain); }
@media print {
  :root { --ink: #000000; --quiet: #444444; --paper: #ffffff; --line: #cccccc; --bad: #c9372c; --plain: #0c66e4; }
  main { max-width: none; padding: 0; }
  body { font-size: 11px; }
  .scroll { overflow: visible; }
  tr, h2 { break-inside: avoid; }
  h2 { break-after: avoid; }
  thead { display: table-header-group; }
}
`
