import { updateOrganizationAccessToken } from '@guildhall/contract/organizations/access-tokens'
import { wholeScopes } from '#/entities/organization/scope-presets.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { formatDay } from '#/lib/format.ts'
import { useForm } from '#/lib/use-form.ts'
import { useToast } from '#/ui/toast.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import type { AccessToken } from './access-token-queries.ts'
import { type AccessTokenDraft, draftScopes } from './access-tokens-view.ts'
import { draftOf, type RunFresh, runFresh } from './fresh.ts'
import { type TokenDraft, TokenForm } from './token-form.tsx'
import { tokenSchema } from './token-schema.ts'

interface ChangeAccessTokenProps {
  token: AccessToken
  start: AccessTokenDraft
  run: RunFresh
  onDone: () => void
}

/** Changes the name and the scopes; the token itself stays the same. */
export function ChangeAccessToken({ token, start, run, onDone }: ChangeAccessTokenProps) {
  const change = useChange()
  const toast = useToast()
  const kept = { name: token.comment, scopes: wholeScopes(token.scopes) }
  const form = useForm<TokenDraft>({
    schema: tokenSchema,
    defaultValues: { ...kept, expires: 'never' },
    ...(start.scopes && {
      values: { name: start.name ?? kept.name, scopes: draftScopes(start), expires: 'never' },
      resetOptions: { keepDefaultValues: true },
    }),
  })
  const save = async ({ name, scopes }: TokenDraft) => {
    const body = {
      ...(name.trim() !== kept.name && { comment: name.trim() }),
      ...(scopes.join() !== kept.scopes.join() && { scopes }),
    }
    if (Object.keys(body).length > 0) {
      const params = { id: token.id }
      await change(() => api.call(updateOrganizationAccessToken, { params, body }))
      toast({ title: `${name.trim()} saved` })
    }
    onDone()
  }
  const send = (draft: TokenDraft) =>
    runFresh(run, { label: 'Save token', act: () => save(draft) }, draftOf(draft))
  return (
    <UnsavedChangesGuard>
      <TokenForm form={form} submit="Save" send={send}>
        <p className="text-s text-ink-2">
          {token.expiresAt === null
            ? 'It never expires.'
            : `Expires on ${formatDay(token.expiresAt)}. Create a new token to replace it.`}
        </p>
      </TokenForm>
    </UnsavedChangesGuard>
  )
}
