import { Refused, Unreachable } from '#/lib/request.ts'
import type { AccessTokenDraft } from './access-tokens-view.ts'
import type { TokenDraft } from './token-form.tsx'

/**
 * Runs an action that needs a fresh session, after confirming the user if needed; the draft
 * survives a redirect.
 */
export type RunFresh = (
  action: { label: string; act: () => Promise<void> },
  draft: AccessTokenDraft,
) => Promise<void>

/** The form maps errors to its fields. */
export async function runFresh(run: RunFresh, ...asked: Parameters<RunFresh>): Promise<void> {
  try {
    await run(...asked)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    throw cause instanceof Refused || cause instanceof Unreachable ? cause : error
  }
}

export const draftOf = ({ name, scopes, expires }: TokenDraft): AccessTokenDraft => ({
  ...(name && { name }),
  ...(scopes.length > 0 && { scopes: scopes.join(',') }),
  expires,
})
