import { html } from 'hono/html'
import type { PageRoute } from './page.ts'
import type { SecurityHeaders } from './security-headers.ts'

const codeLengthMax = 200

/** The landing page of failed social sign-ins: `/api/auth/error?error=<code>`. */
export const errorPage = (
  security: SecurityHeaders,
  { publicUrl, stylePath }: { publicUrl: string; stylePath: string },
): PageRoute => ({
  method: 'GET',
  path: '/api/auth/error',
  async answer({ queryText }) {
    const given = new URLSearchParams(queryText).get('error')
    const code = given === null || given === '' ? 'Unknown' : given.slice(0, codeLengthMax)
    const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Authentication Error</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body class="notice">
<main>
<h1>Authentication Error</h1>
<p>The sign-in could not be completed.</p>
<p>Error code: <code>${code}</code></p>
<p><a class="button" href="${new URL('/', publicUrl).href}">Return to Application</a></p>
</main>
</body>
</html>`
    return {
      status: 200,
      headers: {
        ...security.page({}),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      },
      body: (await page).toString(),
    }
  },
})
