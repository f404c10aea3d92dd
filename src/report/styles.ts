/** How the page looks: light and dark, on paper, and at any width. Colours are named once, by what they mean. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --page: #fcfcfa; --panel: #f4f4f0; --ink: #1d2327; --soft: #566069; --rule: #dcdcd5; --faint: #ebebe5;
  --link: #0b5a78; --match: #1b7f79; --rest: #87939c; --against: #b4552d; --band: #1b7f7926;
  --mark: #ffe3a8; --mark-ink: #5b2c00; --warn: #9a3d12; --good: #17695f; --focus: #0b5a78;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14181b; --panel: #1c2226; --ink: #e6e9ea; --soft: #a3aeb5; --rule: #343c42; --faint: #262d32;
    --link: #7cc4e4; --match: #4fb8ae; --rest: #6d7982; --against: #e08a5e; --band: #4fb8ae30;
    --mark: #5a4310; --mark-ink: #ffe3a8; --warn: #f0a377; --good: #6fcabf; --focus: #7cc4e4;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 0 1rem 4rem; max-width: 78rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.35rem, 1rem + 1.6vw, 1.9rem); font-weight: 650; margin: .1rem 0 .6rem; letter-spacing: -.01em; }
h2 { font-size: 1.25rem; font-weight: 650; margin: 0 0 .35rem; }
h3 { font-size: 1rem; font-weight: 650; margin: 1.5rem 0 .35rem; }
h4 { font-size: .9rem; font-weight: 600; margin: 1.1rem 0 .3rem; }
p { margin: .4rem 0; max-width: 72ch; }
small { font-size: .85em; color: var(--soft); }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
.aloud { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--page); z-index: 2; }
[hidden] { display: none !important; }

header { padding: 1.5rem 0 .75rem; }
.run { margin: 0; color: var(--soft); font-size: .875rem; }
.run span { margin-inline-start: 1em; }
summary { cursor: pointer; }
.inputs > summary { color: var(--soft); font-size: .9rem; }
.hash { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .75rem; min-width: 17rem; text-align: start; }
nav { border-block: 1px solid var(--rule); }
nav ul { display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; list-style: none; margin: 0; padding: .45rem 0; }
nav a { font-size: .9rem; text-decoration: none; display: inline-block; padding: .1rem 0; }
nav a:hover { text-decoration: underline; }
section { padding-top: 2.5rem; }
.lead { color: var(--soft); margin-bottom: .9rem; }
.note { color: var(--soft); font-size: .875rem; }

.overview { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem 2.5rem; padding-top: 1.5rem; }
.overview h2 { font-size: .95rem; color: var(--soft); font-weight: 600; }
.headline { margin: 0 0 .75rem; font-size: 1.15rem; }
.headline strong { font-size: clamp(2.4rem, 2rem + 2vw, 3.2rem); font-weight: 650; line-height: 1.05; letter-spacing: -.02em; margin-inline-end: .1em; }
.below { display: block; color: var(--soft); font-size: .95rem; }
@media (min-width: 60rem) { .overview { grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr) minmax(0, .95fr); } }
.facts { margin: 0 0 1.25rem; max-width: 34rem; }
.facts div { display: flex; justify-content: space-between; gap: 1rem; padding: .22rem 0; border-bottom: 1px solid var(--faint); }
.facts dt { color: var(--soft); flex: none; max-width: 62%; }
.facts dd { margin: 0; text-align: end; min-width: 0; }
section:not(.overview) > .facts { display: flex; flex-wrap: wrap; gap: .5rem 2.75rem; max-width: none; margin-top: .9rem; }
section:not(.overview) > .facts div { display: block; border: 0; padding: 0; }
section:not(.overview) > .facts dt { font-size: .8rem; max-width: none; }
section:not(.overview) > .facts dd { text-align: start; font-size: 1.05rem; }
.findings, .doubtful { list-style: none; margin: 0; padding: 0; }
.findings li { display: grid; grid-template-columns: 1.6rem minmax(0, 1fr); padding: .28rem 0; }
.findings.plain li { display: list-item; padding: .28rem 0; }
.sign { font-weight: 700; }
.good .sign { color: var(--good); }
.neutral .sign { color: var(--soft); font-size: 1.5em; line-height: 1; }
.findings li.look { background: color-mix(in srgb, var(--against) 11%, transparent); border-inline-start: 3px solid var(--against); padding-inline-start: .6rem; margin-bottom: .35rem; }
.look .sign { color: var(--warn); }
.doubtful li { display: flex; justify-content: space-between; gap: 1rem; padding: .22rem 0; border-bottom: 1px solid var(--faint); }
.number { white-space: nowrap; }

.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .875rem; width: 100%; }
th, td { padding: .3rem .6rem; text-align: end; vertical-align: top; border-bottom: 1px solid var(--faint); overflow-wrap: normal; }
th:first-child, td:first-child { padding-inline-start: 0; }
thead th { color: var(--soft); font-weight: 600; border-bottom: 1px solid var(--rule); vertical-align: bottom; }
th[scope="row"], thead th:first-child, th[scope="rowgroup"] { text-align: start; font-weight: 500; overflow-wrap: anywhere; min-width: 7rem; }
td.words, .rules thead th:last-child, .columns td, .columns thead th, .options td, .why { text-align: start; }
.w { width: 22%; min-width: 5rem; }
td.w { vertical-align: middle; padding-inline: .2rem .6rem; }
th.w { text-align: start; }
svg { display: block; }
.bar { width: 100%; height: .72rem; }
.bar rect { height: 100%; }
.z { background: linear-gradient(var(--soft), var(--soft)) var(--zero) 50% / 1px 500% content-box border-box no-repeat; }
.track { fill: var(--faint); }
.match, .for { fill: var(--match); }
.rest { fill: var(--rest); }
.against { fill: var(--against); }
.numbers { width: auto; min-width: min(100%, 24rem); }
.columns tr.aside > * { color: var(--soft); }
.columns td { min-width: 5.5rem; }
.columns th[scope="row"] { min-width: 9.5rem; }
.columns .why { min-width: 13rem; }
.columns .yes { font-weight: 600; }
.columns .filled { min-width: 7rem; }
.columns .filled small { display: block; }
.columns .bar { margin-top: .35rem; }
.columns td.number { text-align: end; white-space: nowrap; }
.columns thead th:nth-child(5) { text-align: end; }
.top, .tokens { max-width: 16rem; overflow-wrap: anywhere !important; }
.columns .top { min-width: 9rem; }
.rules th[scope="row"] { min-width: 14rem; }
.and { color: var(--soft); }
.words { min-width: 9rem; color: var(--soft); }
.parameters td:not(.w) { width: 5.5rem; }
.parameters thead th, .stages thead th { text-align: start; padding-inline-start: 1.2rem; }
.parameters thead th:first-child, .stages thead th:first-child { padding-inline-start: 0; }
.stages td:not(.w) { width: 6rem; }
.parameters .field th { padding-top: .9rem; font-weight: 650; }
.parameters .wide { width: 30%; min-width: 8rem; }
.parameters tbody th[scope="row"] { min-width: 5.5rem; font-weight: 400; }
.options { width: auto; }
.options td { overflow-wrap: anywhere; }

.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.75rem 2.5rem; }
.charts > div { min-width: 0; }
.charts > div:empty { display: none; }
figure { margin: 0; }
figcaption { font-weight: 600; font-size: .9rem; }
.plot .up, .plot .across { color: var(--soft); font-size: .8rem; margin: .15rem 0; }
.plot .across { text-align: end; max-width: none; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; font-size: .8rem; color: var(--soft); margin: .25rem 0; }
.legend span { display: inline-flex; align-items: center; gap: .4em; }
.key { width: .8rem; height: .8rem; }
.frame { display: grid; grid-template-columns: calc(var(--labels) + .25rem) minmax(0, 1fr); font-size: .75rem; margin-inline-end: .5rem; }
.frame .y { position: relative; grid-area: 1 / 1; }
.frame .y .tick { position: absolute; right: .5rem; transform: translateY(50%); white-space: nowrap; color: var(--soft); }
.frame svg { grid-area: 1 / 2; width: 100%; height: 13rem; overflow: visible; }
.frame .x { position: relative; grid-area: 2 / 2; height: 1.4rem; }
.frame .x .tick { position: absolute; top: .25rem; transform: translateX(-50%); white-space: nowrap; color: var(--soft); }
.frame .x .tick.last { transform: translateX(-85%); }
.grid { stroke: var(--rule); stroke-width: 1; vector-effect: non-scaling-stroke; }
.line { display: block; }
path.line { fill: none; stroke: var(--match); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.dots { fill: none; stroke: var(--match); stroke-width: 6; stroke-linecap: round; vector-effect: non-scaling-stroke; }
path.line-1 { stroke: var(--against); stroke-dasharray: 7 3; }
path.line-2 { stroke: var(--soft); stroke-dasharray: 2 3; }
path.line-3 { stroke: var(--ink); stroke-dasharray: 9 3 2 3; }
.threshold { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; vector-effect: non-scaling-stroke; }
.band { fill: var(--band); }
.interval svg { width: 100%; height: 3.5rem; margin-top: .6rem; }
.ends { position: relative; height: 1.5rem; margin: .2rem 0; font-size: .8rem; color: var(--soft); max-width: none; }
.ends span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.behind { margin-top: .4rem; font-size: .85rem; }
.behind > summary { color: var(--link); width: fit-content; }
.behind .scroll { max-height: 22rem; overflow: auto; margin-top: .4rem; }

.controls { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: end; margin: .5rem 0 .75rem; }
.controls p { margin: 0; }
.search { flex: 1 1 16rem; max-width: 26rem; }
.search label { display: block; font-size: .85rem; color: var(--soft); }
input { width: 100%; padding: .45rem .6rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: 4px; }
.sort { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem; font-size: .85rem; color: var(--soft); }
button { font: inherit; color: var(--ink); background: none; border: 1px solid var(--rule); border-radius: 4px; padding: .4rem .7rem; cursor: pointer; }
button[aria-pressed="true"] { border-color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px 0 var(--ink); }
#found { flex-basis: 100%; min-height: 1.5em; font-size: .85rem; color: var(--soft); }
#browser > details { border-top: 1px solid var(--rule); }
#browser > details:last-child { border-bottom: 1px solid var(--rule); }
#browser > details > summary { display: grid; grid-template-columns: minmax(0, 1fr) 7.5rem 6.5rem 9.5rem; gap: .1rem 1rem; padding: .55rem .4rem; align-items: baseline; list-style: none; }
#browser > details > summary::-webkit-details-marker { display: none; }
#browser > details > summary:hover, details[open] > summary { background: var(--panel); }
.cells::before { content: "▸"; display: inline-block; width: 1.1em; color: var(--soft); }
details[open] > summary > .cells::before { content: "▾"; }
.cells { overflow: hidden; }
.dot { color: var(--soft); }
.doubt, .size { text-align: end; font-size: .875rem; color: var(--soft); }
.doubt.high { color: var(--warn); font-weight: 600; }
#browser > details > summary code { font-size: .78rem; color: var(--soft); text-align: end; }
.entity { padding: .25rem .4rem 1.5rem; }
.records { width: auto; }
.records th, .records td { text-align: start; }
.records th { overflow-wrap: anywhere; max-width: 16rem; }
.records th[scope="row"] { color: var(--soft); position: sticky; left: 0; background: var(--page); min-width: 9rem; max-width: 11rem; padding-inline-end: .8rem; }
.records thead th { color: var(--ink); vertical-align: top; }
.records small { display: block; font-weight: 400; }
.records td { min-width: 8.5rem; max-width: 20rem; overflow-wrap: anywhere; }
.records .differs th { color: var(--ink); font-weight: 650; }
.sureness td, .sureness th { background: var(--panel) !important; }
.records .long { min-width: 18rem; }
i, .missing { color: var(--soft); font-style: italic; }
mark { background: var(--mark); color: var(--mark-ink); border-radius: 2px; padding: 0 .06em; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: .18em; }
mark.gap { padding: 0; border-inline-start: 2px solid var(--warn); border-radius: 0; margin-inline: 1px; text-decoration: none; }
.waterfall tbody td:nth-child(2), .waterfall tbody td:nth-child(3), .waterfall thead th:nth-child(2), .waterfall thead th:nth-child(3) { text-align: start; }
.waterfall tbody tr > td:nth-last-child(2) { text-align: end; white-space: nowrap; }
.waterfall td { white-space: nowrap; }
.waterfall tbody td:nth-child(2):not([colspan], :nth-last-child(2)) { white-space: normal; min-width: 13rem; max-width: 22rem; overflow-wrap: anywhere; }
.waterfall td[colspan] { color: var(--soft); font-style: italic; }
.waterfall .w { width: 30%; min-width: 9rem; }
.waterfall tfoot > tr > * { border-top: 1px solid var(--rule); font-weight: 650; }
.waterfall tbody th, .waterfall tfoot th { font-weight: 500; }
.chance { font-weight: 400; color: var(--soft); margin-inline-start: .6em; }
.pair h4 { margin-top: 1.4rem; }

@media (max-width: 40rem) {
  #browser > details > summary { grid-template-columns: minmax(0, 1fr) auto; }
  .cells { grid-column: 1 / -1; }
  .doubt, .size { text-align: start; }
  .doubt { grid-row: 2; padding-inline-start: 1.2rem; }
  .size { grid-row: 2; grid-column: 2; text-align: end; }
  #browser > details > summary code { grid-column: 1 / -1; text-align: start; padding-inline-start: 1.2rem; }
  th, td { padding-inline: .35rem; }
  .records th[scope="row"] { min-width: 6.2rem; max-width: 7rem; padding-inline-end: .5rem; }
  .records td { min-width: 7.5rem; }
  .records .long { min-width: 15rem; }
}
@media screen and (max-width: 40rem) {
  .parameters, .parameters tbody, .parameters thead { display: block; }
  .parameters tr { display: grid; grid-template-columns: minmax(0, 1.15fr) repeat(2, minmax(0, 1fr)) minmax(0, 1.2fr); gap: 0 .7rem; padding: .3rem 0; border-bottom: 1px solid var(--faint); }
  .parameters tr > * { border: 0; padding: 0 !important; min-width: 0 !important; width: auto !important; }
  .parameters tr > th[scope="row"] { grid-row: 1 / 3; }
  .parameters .field th { grid-column: 1 / -1; }
  .parameters td { grid-row: 1; }
  .parameters tr > td.w { grid-row: 2; padding: .15rem 0 !important; }
  .parameters td:nth-child(2), .parameters td:nth-child(3) { grid-column: 2; }
  .parameters td:nth-child(4), .parameters td:nth-child(5) { grid-column: 3; }
  .parameters td:nth-child(6), .parameters td:nth-child(7) { grid-column: 4; }
  .parameters thead th { text-align: end; }
  .parameters thead th:first-child { text-align: start; }
  .waterfall thead { position: absolute; clip-path: inset(50%); }
  .waterfall, .waterfall tbody, .waterfall tfoot { display: block; }
  .waterfall tr { display: flex; flex-wrap: wrap; gap: 0 .8rem; padding: .35rem 0; border-bottom: 1px solid var(--faint); }
  .waterfall tr > * { border: 0 !important; padding: 0 !important; order: 3; }
  .waterfall tr > th { flex: 1 1 60%; order: 0; min-width: 0; font-weight: 600 !important; }
  .waterfall tr > td:nth-last-child(2) { order: 1; font-weight: 600; }
  .waterfall tbody td:nth-child(2):not([colspan], :nth-last-child(2)), .waterfall td[colspan] { order: 2; flex: 1 1 100%; max-width: none; min-width: 0; }
  .waterfall tr > td.w { order: 4; flex: 1 1 100%; width: 100%; padding: .3rem 0 !important; }
  .waterfall td:nth-child(4):not(.w, :nth-last-child(2))::before { content: "m "; color: var(--soft); }
  .waterfall td:nth-child(5):not(.w)::before { content: "u "; color: var(--soft); }
  .waterfall td:nth-child(6):not(.w)::before { content: "rarity "; color: var(--soft); }
}
@media print {
  :root {
    color-scheme: light;
    --page: #fff; --panel: #f4f4f0; --ink: #000; --soft: #444; --rule: #ccc; --faint: #e6e6e0; --link: #000;
    --match: #1b7f79; --rest: #87939c; --against: #b4552d; --band: #1b7f7926; --mark: #ffe3a8; --mark-ink: #5b2c00;
    --warn: #9a3d12; --good: #17695f;
  }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { max-width: none; font-size: 10.5pt; }
  nav, .skip, .controls, .behind:not([open]) { display: none !important; }
  .scroll { overflow: visible; max-height: none !important; }
  table { font-size: 8.5pt; }
  th, td { padding: .2rem .35rem; min-width: 0 !important; overflow-wrap: anywhere; }
  td.w { min-width: 2.5rem !important; }
  .number, .waterfall td, .parameters td, .rules td { white-space: nowrap; }
  figure, tr, .facts, .findings li { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  a { text-decoration: none; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
