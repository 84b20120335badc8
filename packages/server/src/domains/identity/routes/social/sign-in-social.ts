import { signInSocial } from '@guildhall/contract/identity/social'
import { Problem } from '../../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../../platform/http/serve.ts'
import { giveCredentials } from '../../actions/give-credentials.ts'
import { originOf } from '../../actions/origin.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { presentUserLite } from '../../actions/present.ts'
import { checkDestinations } from '../check-destinations.ts'
import { identityByIdToken } from './by-id-token.ts'
import { enter } from './enter.ts'
import { leaveFor } from './leave.ts'
import type { Social } from './social.ts'

export const signInSocialRoute = (parts: IdentityParts, social: Social): EndpointRoute =>
  serve(signInSocial, async (call) => {
    const { body } = call
    checkDestinations(parts, body)
    const provider = await social.find(body.provider)
    if (provider === null) throw new Problem('provider_not_found')
    const { idToken: given, callbackURL, requestSignUp, disableRedirect } = body
    if (given === undefined) {
      const url = await leaveFor(parts, call, {
        provider,
        callbackURL,
        errorCallbackURL: body.errorCallbackURL,
        newUserCallbackURL: body.newUserCallbackURL,
        scopes: body.scopes,
        requestSignUp,
        loginHint: body.loginHint,
        link: null,
      })
      return { url, redirect: disableRedirect !== true }
    }
    const identity = await identityByIdToken(parts, social, { provider, given })
    const { started } = await enter(parts, provider, {
      identity,
      requestsSignUp: requestSignUp === true,
      callbackURL: callbackURL ?? null,
      from: originOf(call),
    })
    if (started === null) throw new Problem('email_not_verified')
    giveCredentials(call, started)
    return { redirect: false as const, token: started.token, user: presentUserLite(started.user) }
  })
