import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { mailboxStyle } from './mailbox-style.ts'
import type { RenderedMail } from './render.ts'

export interface ListedMail {
  readonly id: string
  readonly recipient: string
  readonly recipientName: string | null
  readonly subject: string
  readonly createdAt: Date
}

export const mailboxPath = '/dev/mail'

const styleHash = createHash('sha256').update(mailboxStyle).digest('base64')

/** The page runs no script and loads only its own style and the mail in its frame. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A mail contains other people's text: it is only displayed, and its links open in a new tab. */
export const framePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

export function listPage(mails: readonly ListedMail[], now: Date): Promise<string> {
  const rows = mails.map(
    (mail) => html`<li><a href="${mailboxPath}/${mail.id}">
<span class="subject">${mail.subject}</span>
<span class="who">${mail.recipient}</span>
${instant(mail.createdAt, now)}</a></li>`,
  )
  return page(
    'Mailbox',
    html`<header><h1>Mailbox</h1><a class="button" href="${mailboxPath}">Refresh</a></header>
${mails.length === 0 ? empty() : html`<ul class="card list">${rows}</ul>`}
<p class="hint">Without SMTP_URL no mail leaves this machine. The newest hundred are shown.</p>`,
  )
}

export function mailPage(mail: ListedMail, body: RenderedMail | null, now: Date): Promise<string> {
  const to = mail.recipientName === null ? '' : `${mail.recipientName} `
  return page(
    mail.subject,
    html`<header><h1>${mail.subject}</h1>
<a class="button" href="${mailboxPath}">All mails</a></header>
<p class="meta">To ${to}&lt;${mail.recipient}&gt;, ${instant(mail.createdAt, now)}</p>
${body === null ? wiped() : bothForms(mail, body)}`,
  )
}

export function missingPage(): Promise<string> {
  return page(
    'No such mail',
    html`<header><h1>No such mail</h1><a class="button" href="${mailboxPath}">All mails</a></header>
<p class="hint">It was never written here, or the database is a new one.</p>`,
  )
}

function bothForms(mail: ListedMail, body: RenderedMail) {
  return html`<iframe class="card" title="The mail as its reader sees it"
src="${mailboxPath}/${mail.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Plain text</h2>
<pre class="card">${withLinks(body.text)}</pre>`
}

function wiped() {
  return html`<p class="hint">Its content can no longer be shown.</p>`
}

function empty() {
  return html`<div class="card empty"><h2>No mails yet</h2>
<p>What the server writes to people lands here instead of leaving: ask for a new password at the
sign-in page, and its mail appears here a moment later.</p></div>`
}

function withLinks(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

function instant(at: Date, now: Date) {
  const iso = at.toISOString()
  const age = now.getTime() - at.getTime()
  // The clock of its organization was advanced.
  const text = age < -clockDifferenceMax ? `dated ${iso.slice(0, 10)}` : ago(age)
  return html`<time datetime="${iso}" title="${iso}">${text}</time>`
}

const clockDifferenceMax = 60_000

function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 1_440
    ? `${Math.floor(minutes / 60)} h ago`
    : `${Math.floor(minutes / 1_440)} d ago`
}

async function page(title: string, content: ReturnType<typeof html>): Promise<string> {
  const whole = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Guildhall</title>
<style>${raw(mailboxStyle)}</style>
</head>
<body><main>${content}</main></body>
</html>
`
  return whole.toString()
}
