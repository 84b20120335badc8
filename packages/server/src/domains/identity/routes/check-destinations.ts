import { Problem } from '../../../kernel/refusal.ts'
import type { IdentityDeps } from '../actions/deps.ts'

const refusals = {
  callbackURL: 'invalid_callback_url',
  redirectTo: 'invalid_redirect_url',
  errorCallbackURL: 'invalid_error_callback_url',
  newUserCallbackURL: 'invalid_new_user_callback_url',
} as const

const fields = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'] as const

/** We redirect browsers, and link in mails, to trusted origins only. */
export function checkDestinations(
  { origins }: Pick<IdentityDeps, 'origins'>,
  given: { readonly [F in keyof typeof refusals]?: string | undefined },
): void {
  for (const field of fields) {
    const url = given[field]
    if (url !== undefined && !origins.accepts(url)) throw new Problem(refusals[field])
  }
}
