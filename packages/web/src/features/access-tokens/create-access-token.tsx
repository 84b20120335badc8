import { createOrganizationAccessToken } from '@guildhall/contract/organizations/access-tokens'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { formatDay } from '#/lib/format.ts'
import { useForm } from '#/lib/use-form.ts'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { useNow } from '#/ui/use-now.ts'
import { type AccessTokenDraft, draftScopes, type Expiry, expiries } from './access-tokens-view.ts'
import { draftOf, type RunFresh, runFresh } from './fresh.ts'
import { type CreatedToken, TokenCreated } from './token-created.tsx'
import { type TokenDraft, TokenForm } from './token-form.tsx'
import { tokenSchema } from './token-schema.ts'

interface CreateAccessTokenProps {
  start: AccessTokenDraft
  run: RunFresh
}

/** The form, and then the token itself, which is shown once. */
export function CreateAccessToken({ start, run }: CreateAccessTokenProps) {
  const { id: organizationId } = useOrganization()
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const change = useChange()
  const form = useForm<TokenDraft>({
    schema: tokenSchema,
    defaultValues: {
      name: start.name ?? '',
      scopes: draftScopes(start),
      expires: start.expires ?? '30',
    },
  })
  const send = (draft: TokenDraft) =>
    runFresh(run, { label: 'Create token', act: () => create(draft) }, draftOf(draft))
  const create = async ({ name, scopes, expires }: TokenDraft) => {
    const expiresIn = expires === 'never' ? null : `P${expires}D`
    const body = { organizationId, comment: name.trim(), scopes, expiresIn }
    await change(async () => {
      // Set before anything is refetched, because the token is shown only once.
      const answer = await api.call(createOrganizationAccessToken, { body })
      setCreated({ ...answer.organizationAccessToken, secret: answer.token })
    })
  }
  if (created !== null) return <TokenCreated token={created} />
  return (
    <UnsavedChangesGuard>
      <TokenForm form={form} submit="Create token" send={send}>
        <ExpiryField form={form} />
      </TokenForm>
    </UnsavedChangesGuard>
  )
}

function ExpiryField({ form }: { form: UseFormReturn<TokenDraft> }) {
  const now = useNow()
  const expires = useWatch({ control: form.control, name: 'expires' })
  return (
    <Field
      label="Expires"
      hint={
        expires === 'never'
          ? 'Valid until it is revoked. Tokens that expire are safer.'
          : `Valid until ${formatDay(dayAfter(now, Number(expires)))}.`
      }
      error={form.formState.errors.expires?.message}
    >
      <NativeSelect {...form.register('expires')}>
        {expiries.map((one) => (
          <option key={one} value={one}>
            {expiryText[one]}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

const dayMilliseconds = 86_400_000

const dayAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMilliseconds)

const expiryText: Readonly<Record<Expiry, string>> = {
  '7': 'In 7 days',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
  never: 'Never',
}
