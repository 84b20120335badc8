import { html, raw } from 'hono/html'
import type { MailBlock } from './blocks.ts'

/** The design tokens, in color formats that mail clients support. */
const light = {
  canvas: 'background-color:#faf9f6;',
  surface: 'background-color:#ffffff;border:1px solid #e4e3de;',
  ink: 'color:#201e18;',
  faint: 'color:#57554e;',
  line: 'border-top:1px solid #e4e3de;',
  button: 'background-color:#105e41;color:#f6fefa;',
} as const

const dark: Record<keyof typeof light, string> = {
  canvas: 'background-color:#11100e;',
  surface: 'background-color:#191815;border-color:#2b2a26;',
  ink: 'color:#eeede9;',
  faint: 'color:#b4b3ad;',
  line: 'border-color:#2b2a26;',
  button: 'background-color:#67c99c;color:#061810;',
}

const colorsOf = (role: keyof typeof light): string => light[role]

/** For elements with the token as their class; it must override the inline style. */
const darkStyle = `@media (prefers-color-scheme:dark){${Object.entries(dark)
  .map(([role, style]) => `.${role}{${style.replaceAll(';', ' !important;')}}`)
  .join('')}}`

export interface RenderedMail {
  readonly html: string
  readonly text: string
}

export async function renderMail(
  subject: string,
  blocks: readonly MailBlock[],
): Promise<RenderedMail> {
  return { html: await htmlOf(subject, blocks), text: `${blocks.map(textOf).join('\n\n')}\n` }
}

const font = `font-family:'Inter Variable',Inter,system-ui,-apple-system,'Segoe UI',sans-serif;`
// Long words break, else mail clients would scale the whole mail down.
const wrap = 'overflow-wrap:anywhere;'
const styles = {
  card: `max-width:560px;table-layout:fixed;border-radius:12px;${colorsOf('surface')}`,
  inner: `padding:28px 24px 12px;${font}${colorsOf('ink')}`,
  sender: `margin:0 0 12px;font-size:13px;line-height:20px;font-weight:600;${wrap}${colorsOf('faint')}`,
  heading: `margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;${wrap}`,
  text: `margin:0 0 16px;font-size:14px;line-height:22px;${wrap}`,
  button:
    'display:inline-block;padding:10px 18px;border-radius:8px;font-size:14px;line-height:20px;' +
    `font-weight:550;text-decoration:none;${wrap}${colorsOf('button')}`,
  facts: 'margin:0 0 16px;table-layout:fixed;',
  name: `padding:8px 12px 8px 0;font-size:13px;line-height:20px;${wrap}${colorsOf('line')}`,
  value: `padding:8px 0;font-size:13px;line-height:20px;${wrap}${colorsOf('line')}`,
  footer:
    `margin:8px 0 16px;padding-top:16px;font-size:12px;line-height:18px;${wrap}` +
    colorsOf('line') +
    colorsOf('faint'),
} as const
const table = raw('role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"')

/**
 * Styles are inline, since many mail clients drop style sheets; layout uses tables, since some
 * support nothing else.
 */
async function htmlOf(subject: string, blocks: readonly MailBlock[]): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(darkStyle)}</style>
</head>
<body class="canvas" style="margin:0;padding:0;${colorsOf('canvas')}">
<table ${table} class="canvas" style="${colorsOf('canvas')}">
<tr><td align="center" style="padding:32px 12px;">
<table ${table} class="surface" style="${styles.card}">
<tr><td class="ink" align="left" style="${styles.inner}">
${blocks.map(blockHtml)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  return page.toString()
}

function blockHtml(block: MailBlock) {
  switch (block.kind) {
    case 'sender':
      return html`<p class="faint" style="${styles.sender}">${block.text}</p>`
    case 'heading':
      return html`<h1 style="${styles.heading}">${block.text}</h1>`
    case 'text':
      return html`<p style="${styles.text}">${withBreaks(block.text)}</p>`
    case 'button':
      return html`<p style="margin:0 0 20px;"><a class="button" href="${block.url}"
target="_blank" rel="noopener noreferrer" style="${styles.button}">${block.label}</a></p>`
    case 'facts':
      return html`<table ${table} style="${styles.facts}">${block.facts.map(factHtml)}</table>`
    case 'footer':
      return html`<p class="faint line" style="${styles.footer}">${withBreaks(block.text)}</p>`
  }
}

function factHtml({ name, value }: { readonly name: string; readonly value: string }) {
  return html`<tr>
<td class="faint line" width="40%" valign="top"
style="${styles.name}${colorsOf('faint')}">${name}</td>
<td class="line" valign="top" style="${styles.value}">${withBreaks(value)}</td>
</tr>`
}

function withBreaks(text: string) {
  return text.split('\n').map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`))
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'sender':
    case 'heading':
    case 'text':
      return block.text
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'facts':
      return block.facts.map(({ name, value }) => `${name}: ${value}`).join('\n')
    case 'footer':
      return `-- \n${block.text}`
  }
}
