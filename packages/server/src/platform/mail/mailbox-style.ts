/** Style of the mailbox, which is self-contained: no script, no file of the web build. */
export const mailboxStyle = `
:root { color-scheme: light dark;
  --canvas: oklch(0.982 0.004 95); --surface: oklch(1 0 0); --sunken: oklch(0.965 0.005 95);
  --line: oklch(0.915 0.006 95); --line-strong: oklch(0.84 0.008 95);
  --ink: oklch(0.235 0.012 95); --ink-2: oklch(0.45 0.012 95); --accent: oklch(0.43 0.088 162) }
@media (prefers-color-scheme: dark) { :root {
  --canvas: oklch(0.175 0.005 95); --surface: oklch(0.21 0.006 95); --sunken: oklch(0.19 0.005 95);
  --line: oklch(0.285 0.007 95); --line-strong: oklch(0.38 0.009 95);
  --ink: oklch(0.945 0.005 95); --ink-2: oklch(0.765 0.008 95); --accent: oklch(0.765 0.115 162) } }
* { box-sizing: border-box; margin: 0 }
body { background: var(--canvas); color: var(--ink);
  font: 14px/20px 'Inter Variable', Inter, system-ui, sans-serif }
main { max-width: 760px; margin: 0 auto; padding: 24px 16px 48px; display: grid; gap: 16px }
header { display: flex; gap: 12px; align-items: start; justify-content: space-between }
h1 { font-weight: 600; font-size: 20px; line-height: 28px; overflow-wrap: anywhere }
h2 { font-size: 14px; line-height: 20px; font-weight: 600 }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.button { flex: none; padding: 5px 12px; border: 1px solid var(--line-strong); border-radius: 6px;
  background: var(--surface); color: var(--ink); font-size: 13px; text-decoration: none }
.button:hover, .list a:hover { background: var(--sunken) }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px }
.list { list-style: none; padding: 0; overflow: hidden }
.list li + li { border-top: 1px solid var(--line) }
.list a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 12px 16px;
  color: inherit; text-decoration: none }
.list a:focus-visible { outline-offset: -2px }
.subject { font-weight: 550; overflow-wrap: anywhere }
.who { grid-row: 2; color: var(--ink-2); font-size: 13px; overflow-wrap: anywhere }
time { color: var(--ink-2); font-size: 13px; white-space: nowrap }
.empty { padding: 24px; display: grid; gap: 8px }
.empty p, .hint, .meta { color: var(--ink-2); overflow-wrap: anywhere }
.hint { font-size: 13px }
iframe { width: 100%; height: min(70vh, 640px) }
pre { padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 13px/20px ui-monospace, 'SF Mono', monospace }
`
