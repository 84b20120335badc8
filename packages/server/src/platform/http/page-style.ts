/** Style of the server-rendered pages, based on the product's design tokens. */
const light = `color-scheme:light;
--canvas:oklch(.982 .004 95);--surface:oklch(1 0 0);--sunken:oklch(.965 .005 95);
--line:oklch(.915 .006 95);--line-strong:oklch(.84 .008 95);
--ink:oklch(.235 .012 95);--ink-2:oklch(.45 .012 95);--ink-3:oklch(.5 .012 95);
--accent:oklch(.43 .088 162);--accent-hover:oklch(.38 .082 162);--accent-soft:oklch(.955 .026 162);
--on-accent:oklch(.99 .01 162);--good:oklch(.45 .105 152);--good-soft:oklch(.955 .035 152);
--warn:oklch(.46 .105 72);--warn-soft:oklch(.96 .045 85);--bad:oklch(.48 .17 27);
--bad-soft:oklch(.96 .022 27);--info:oklch(.46 .11 250);--info-soft:oklch(.96 .02 250);`

const dark = `color-scheme:dark;
--canvas:oklch(.175 .005 95);--surface:oklch(.21 .006 95);--sunken:oklch(.19 .005 95);
--line:oklch(.285 .007 95);--line-strong:oklch(.38 .009 95);
--ink:oklch(.945 .005 95);--ink-2:oklch(.765 .008 95);--ink-3:oklch(.7 .01 95);
--accent:oklch(.765 .115 162);--accent-hover:oklch(.82 .11 162);--accent-soft:oklch(.285 .04 162);
--on-accent:oklch(.19 .03 162);--good:oklch(.78 .13 152);--good-soft:oklch(.28 .045 152);
--warn:oklch(.81 .12 80);--warn-soft:oklch(.29 .045 80);--bad:oklch(.74 .14 25);
--bad-soft:oklch(.29 .06 25);--info:oklch(.77 .1 250);--info-soft:oklch(.28 .045 250);`

/** The font files of the web build, so that both look alike. */
export const pageStyle = (
  fontPaths: readonly string[],
): string => `${fontPaths.map(fontFace).join('\n')}
:root{${light}
--radius:8px;--radius-s:6px;--font:'Inter Variable',Inter,system-ui,sans-serif;
--mono:ui-monospace,'SF Mono','JetBrains Mono',monospace}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:14px/20px var(--font);
font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased}
h1,h2,h3,h4,p{margin:0}
a{color:var(--accent)}
a:hover{color:var(--accent-hover)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre{font-family:var(--mono);font-size:12.5px}
.button{display:inline-flex;align-items:center;height:36px;padding:0 14px;border-radius:var(--radius-s);
background:var(--accent);color:var(--on-accent);text-decoration:none;font-weight:500}
.button:hover{background:var(--accent-hover);color:var(--on-accent)}
.notice{display:grid;place-items:center;min-height:100dvh;padding:24px}
.notice main{display:grid;gap:12px;width:100%;max-width:420px;padding:32px;background:var(--surface);
border:1px solid var(--line);border-radius:var(--radius)}
.notice h1{font:600 20px/28px var(--font)}
.notice p{color:var(--ink-2);overflow-wrap:anywhere}
.notice .button{margin-top:8px}
`

/** Text that has been painted doesn't change its font, which would move what is below it. */
const fontFace = (
  path: string,
): string => `@font-face{font-family:'Inter Variable';font-weight:100 900;
font-display:optional;src:url(${path}) format('woff2');unicode-range:${
  path.includes('latin-ext') ? latinExtended : latin
}}`

const latin = 'U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212'
const latinExtended = 'U+0100-0130,U+0132-0151,U+0154-02FF,U+1E00-1EFF,U+20A0-20AB,U+20AD-20CF'
