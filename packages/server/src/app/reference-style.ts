/** The API reference's own style, on top of that of all server pages. */
export const referenceStyle = `
main{display:grid;grid-template:auto 1fr/264px minmax(0,1fr);min-height:calc(100dvh - 56px)}
[hidden]{display:none!important}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.skip{position:absolute;left:8px;top:-48px;z-index:3;padding:8px 12px;background:var(--surface)}
.skip:focus{top:8px}
header{position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:16px;
height:56px;padding:0 20px;background:var(--surface);border-bottom:1px solid var(--line)}
.brand{color:var(--ink);font-weight:600;text-decoration:none}
.version,.hint{color:var(--ink-3);font-size:12px;font-weight:400}
.filter{flex:1;display:flex;justify-content:flex-end;min-width:0}
.filter input{width:100%;max-width:340px;height:36px;padding:0 12px;border:1px solid var(--line-strong);
border-radius:var(--radius-s);background:var(--surface);color:var(--ink);font:inherit}
.filter input::placeholder{color:var(--ink-3);opacity:1}
nav{grid-area:1/1/3;position:sticky;top:56px;align-self:start;max-height:calc(100dvh - 56px);overflow-y:auto;
padding:16px 12px;border-right:1px solid var(--line)}
.menu>summary{display:block;min-height:40px;padding:10px 8px;font-weight:500;cursor:pointer}
.menu[open]>summary{display:none}
.group{margin-bottom:16px}
.group-name{padding:4px 8px;color:var(--ink-3);font:500 12px/16px var(--font)}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;align-items:baseline;gap:8px;padding:5px 8px;border-radius:var(--radius-s);
color:var(--ink-2);text-decoration:none}
nav li a:hover{background:var(--sunken);color:var(--ink)}
nav .method{flex:none;width:44px}
#content{grid-column:2;padding:0 40px 96px;max-width:1180px}
.lead{grid-area:1/2;display:grid;gap:8px;padding:32px 40px;color:var(--ink-2)}
.lead p{max-width:70ch}
.lead h1{color:var(--ink);font:600 24px/32px var(--font)}
.tag{margin:40px 0 16px;font:600 20px/28px var(--font)}
article{scroll-margin-top:72px;margin-bottom:16px;padding:20px 24px;background:var(--surface);
border:1px solid var(--line);border-radius:var(--radius)}
[data-group]~[data-group] article,#objects article{content-visibility:auto;contain-intrinsic-size:auto 700px}
article:target{border-color:var(--accent)}
h3{font:600 16px/24px var(--font)}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{color:var(--accent)}
h4{margin:20px 0 8px;font:600 13px/20px var(--font)}
.address{display:flex;flex-wrap:wrap;align-items:baseline;gap:10px;margin:6px 0 10px}
.address code{overflow-wrap:anywhere}
.text{color:var(--ink-2);max-width:70ch}
.method{font:600 11px/16px var(--mono);letter-spacing:.02em;color:var(--ink-2)}
.method.get{color:var(--info)}
.method.post{color:var(--good)}
.method.patch,.method.put{color:var(--warn)}
.method.delete{color:var(--bad)}
.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,380px);gap:32px}
.example{position:sticky;top:72px;align-self:start}
.languages{display:none;gap:4px;margin-bottom:8px}
[data-language] .languages{display:flex}
.languages button{min-height:28px;padding:0 10px;border:1px solid var(--line-strong);
border-radius:var(--radius-s);background:var(--surface);color:var(--ink-2);font:inherit;font-size:13px}
.languages button[aria-pressed=true]{background:var(--sunken);color:var(--ink);font-weight:500}
.example pre+pre{margin-top:8px}
[data-language=curl] pre:not([data-language=curl]),
[data-language=TypeScript] pre:not([data-language=TypeScript]),
[data-language=Python] pre:not([data-language=Python]){display:none}
pre{margin:0;padding:14px 16px;overflow-x:auto;background:var(--sunken);border:1px solid var(--line);
border-radius:var(--radius);line-height:20px}
.fields{margin:0;border-top:1px solid var(--line)}
.fields>div{display:grid;grid-template-columns:minmax(120px,200px) minmax(0,1fr);gap:4px 16px;
padding:8px 0;border-bottom:1px solid var(--line)}
.fields dt,.fields dd{margin:0;min-width:0;overflow-wrap:anywhere}
.type{color:var(--ink-2);font:12.5px/20px var(--mono)}
.required{color:var(--bad);font-size:12px}
.about,.bounds{display:block;color:var(--ink-2)}
.bounds{font-size:12px;color:var(--ink-3)}
details summary{cursor:pointer;min-height:24px;color:var(--ink-2)}
dd details{margin-top:4px}
.object{display:inline-block;min-height:24px;margin-top:4px}
dd .fields{margin-top:4px;padding-left:12px;border-left:2px solid var(--line);border-top:0}
.alternatives{display:grid;gap:16px;margin:8px 0 0;padding-left:20px}
.refusals{list-style:none;margin:0;padding:0;color:var(--ink-2)}
.refusals li{padding:4px 0;overflow-wrap:anywhere}
.status{display:inline-block;width:36px;color:var(--ink);font:12.5px/20px var(--mono)}
@media (max-width:1100px){.columns{grid-template-columns:minmax(0,1fr);gap:0}.example{position:static}}
@media (max-width:900px){
main{display:block}
header{flex-wrap:wrap;height:auto;padding:10px 16px;gap:8px 16px}
.filter{order:1;flex-basis:100%}
.filter input{max-width:none}
nav{position:static;max-height:none;padding:4px 12px;border:solid var(--line);border-width:1px 0}
.menu[open]>summary{display:block}
nav li a{padding:8px}
#content{padding:4px 16px 64px}
.lead{padding:20px 16px}
article{padding:16px;scroll-margin-top:120px}
.fields>div{grid-template-columns:minmax(0,1fr)}
}
@media (min-width:901px) and (scripting:enabled){.menu>summary{display:none}}
`
