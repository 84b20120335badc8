import type { IncomingHttpHeaders } from 'node:http'
import { followCheckoutLink } from '@guildhall/contract/checkout/links'
import { html } from 'hono/html'
import { Problem } from '../../../kernel/refusal.ts'
import { type DirectAnswer, directAnswer } from '../../../platform/http/direct-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { followLink } from '../actions/follow-link.ts'

export const followLinkRoute = (deps: CheckoutDeps): OperationRoute =>
  serve(followCheckoutLink, async ({ method, params, incoming, address, headers }) => {
    // Programs preview links by HEAD, which must not create a checkout.
    if (method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const [, queryText = ''] = incoming.url?.split(/\?(.*)/s) ?? []
    try {
      const page = await followLink(deps, { ...params, queryText, address })
      return directAnswer(307, { location: page, 'content-security-policy': framingPolicy }, null)
    } catch (error) {
      const isUnavailable = error instanceof Problem && unavailableCodes.includes(error.code)
      if (!isUnavailable) throw error
      if (wantsPage(headers)) return unavailableLinkPage()
      throw new Problem('not_found')
    }
  })

/** Any site may frame the redirect; the page of the checkout restricts its own framing. */
const framingPolicy = "default-src 'none'; frame-ancestors *"

/** The last product may be archived during the request. */
const unavailableCodes = ['not_found', 'checkout_product_archived']

/** Whether a person sees the answer, not a program. */
const wantsPage = ({ accept }: IncomingHttpHeaders): boolean =>
  accept?.includes('text/html') === true

/**
 * For buyers of a link without products. Any site may frame it, as it may frame the checkout, so
 * the page has nothing on it that a visitor could be tricked into clicking.
 */
async function unavailableLinkPage(): Promise<DirectAnswer> {
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
<p>Nothing can be bought at this link. The seller may have removed it, or it was mistyped.</p>
<p>Please ask the seller for another link. Nothing was charged.</p>
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
