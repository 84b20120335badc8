import type { IncomingHttpHeaders } from 'node:http'
import { html } from 'hono/html'
import { type DirectAnswer, directAnswer } from '../../../platform/http/direct-answer.ts'

/** Whether a person looks at the answer, and no program. */
export const isLookedAt = ({ accept }: IncomingHttpHeaders): boolean =>
  accept?.includes('text/html') === true

/**
 * For a buyer whose link leads nowhere. It may stand in a frame of the seller’s page, where the
 * checkout would have stood, and has nothing on it that somebody could be made to press.
 */
export async function linkGonePage(): Promise<DirectAnswer> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Not for sale any more</title>
<link rel="stylesheet" href="/look.css">
</head>
<body class="notice">
<main>
<h1>Not for sale any more</h1>
<p>This link leads to nothing that you can buy. The seller may have taken it back, or it was
mistyped.</p>
<p>Please ask the seller for another one. Nothing was charged.</p>
</main>
</body>
</html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors *",
  }
  return { ...directAnswer(404, headers, page.toString()), refused: 'not_found' }
}
