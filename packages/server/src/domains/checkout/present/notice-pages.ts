import { html } from 'hono/html'
import type { Answer } from '../../../platform/http/guards.ts'

/** For buyers of a link without products. */
export const unavailableLinkPage = (): Promise<Answer> =>
  noticePage({
    status: 404,
    refused: 'not_found',
    title: 'Not for sale any more',
    content: html`<p>Nothing can be bought at this link. The seller may have removed it, or it was mistyped.</p>
<p>Please ask the seller for another link. Nothing was charged.</p>`,
  })

/** For a frame on a site that may not embed the checkout, as far as the frame says which. */
export const refusedFramePage = (site: string | null): Promise<Answer> =>
  noticePage({
    status: 403,
    refused: 'embedding_refused',
    title: 'This checkout can’t be shown here',
    content: html`<p><strong>${site ?? 'This site'}</strong> may not embed this checkout. You can open it on its own page. Nothing was charged.</p>
<p><a class="button" href="?" target="_top">Open the checkout</a></p>
<p>If this is your site, add it to &ldquo;Embedding sites&rdquo; in the settings of your organization, or name it as <code>embed_origin</code> when you create the checkout. As long as no sites are listed, only the site of the success URL may embed checkouts.</p>`,
  })

interface Notice {
  readonly status: number
  readonly refused: string
  readonly title: string
  readonly content: ReturnType<typeof html>
}

/**
 * Any site may frame these pages, so nothing on them is secret, and a visitor who is tricked into a
 * click only opens the checkout.
 */
async function noticePage({ status, refused, title, content }: Notice): Promise<Answer> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/look.css">
</head>
<body class="notice">
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors *",
  }
  return { status, headers, body: page.toString(), refused }
}
