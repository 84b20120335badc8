import { socialCallbackForm } from '@guildhall/contract/identity/social'
import { type EndpointRoute, serve } from '../../../../platform/http/serve.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { callbackQuery } from '../../rules/callback-parameters.ts'
import { accountLink } from '../../rules/links.ts'
import { sendOnByGet, sendOnWithError } from './send-on.ts'

/**
 * A form that another site makes the browser post comes without our cookies, so nothing is decided
 * here: the browser comes again by GET, and brings them.
 */
export const callbackFormRoute = ({ config }: IdentityParts): EndpointRoute =>
  serve(socialCallbackForm, ({ params, body }) => {
    const query = body === undefined ? '' : callbackQuery(body)
    const target = new URL(`/api/auth/callback/${encodeURIComponent(params.id)}`, config.server.url)
    return Promise.resolve(
      query === ''
        ? sendOnWithError(accountLink(config.server.url, '/error', {}), {
            stopped: 'invalid_callback_request',
          })
        : sendOnByGet(`${target.href}?${query}`),
    )
  })
