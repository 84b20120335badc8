import { linkSocial } from '@guildhall/contract/identity/social'
import { Problem } from '../../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../../platform/http/serve.ts'
import { work } from '../../../../platform/work.ts'
import { linkAccount } from '../../actions/link-account.ts'
import { originOf } from '../../actions/origin.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { checkDestinations } from '../check-destinations.ts'
import { identityByIdToken } from './by-id-token.ts'
import { leaveFor } from './leave.ts'
import type { Social } from './social.ts'

export const linkSocialRoute = (parts: IdentityParts, social: Social): EndpointRoute =>
  serve(linkSocial, async (call) => {
    const { body, caller } = call
    checkDestinations(parts, body)
    // An operator who acts as the user must not leave a way in for later.
    if (caller.session.impersonatedBy !== null) throw new Problem('linking_not_allowed')
    const provider = await social.find(body.provider)
    if (provider === null) throw new Problem('provider_not_found')
    const link = { userId: caller.user.id, sessionId: caller.session.id }
    if (body.idToken === undefined) {
      const url = await leaveFor(parts, call, {
        provider,
        callbackURL: body.callbackURL,
        errorCallbackURL: body.errorCallbackURL,
        scopes: body.scopes,
        requestSignUp: body.requestSignUp,
        link,
      })
      return { url, redirect: body.disableRedirect !== true }
    }
    const given = body.idToken
    const identity = await identityByIdToken(parts, social, { provider, given })
    const { isTrusted } = provider.client
    const linking = { ...identity, ...link, isTrusted, from: originOf(call) }
    await work(parts.workshop, {}, (unit) => linkAccount(unit, parts, linking))
    return { url: '', redirect: false, status: true as const }
  })
