import type { Scope } from '@guildhall/contract/organizations/scopes'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useUnsaved } from '#/ui/unsaved-changes.tsx'
import type { Expiry } from './access-tokens-view.ts'
import { ScopesField } from './scopes-field.tsx'

export interface TokenDraft {
  name: string
  scopes: Scope[]
  expires: Expiry
}

interface TokenFormProps {
  form: UseFormReturn<TokenDraft>
  submit: string
  send: (draft: TokenDraft) => Promise<void>
  /** Below the name: the expiry. */
  children: ReactNode
}

/** The name and the scopes of a token. */
export function TokenForm({ form, submit, send, children }: TokenFormProps) {
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)
  return (
    <form
      noValidate
      className="grid max-w-170 grid-cols-1 gap-4"
      onSubmit={sendOrExplain(form, send, explanations, fieldOf)}
    >
      <Card>
        <div className="grid gap-4">
          <Field
            label="Name"
            hint="Identifies what uses it, such as “Shop backend”."
            error={errors.name?.message}
          >
            <TextInput autoComplete="off" {...form.register('name')} />
          </Field>
          {children}
        </div>
      </Card>
      <Card>
        <Controller
          name="scopes"
          control={form.control}
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <ScopesField
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
              error={fieldState.error?.message}
            />
          )}
        />
      </Card>
      {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
      <div>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

const fieldOf = wireFields<TokenDraft>({ comment: 'name', scopes: 'scopes', expires_in: 'expires' })

const explanations: Explanations<TokenDraft> = {
  SessionIsNotFresh: [
    'root',
    'Only the account holder can do this, not an operator acting for them.',
  ],
  NotPermitted: ['root', 'Your role changed. Only owners and admins can manage access tokens.'],
  ResourceNotFound: ['root', 'This token was just revoked.'],
}
