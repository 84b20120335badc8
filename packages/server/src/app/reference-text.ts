import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** Descriptions and messages mark code with backticks. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
