import type { Scope } from '@guildhall/contract/organizations/scopes'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { type Explanations, sendOrExplain } from '../../lib/send-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useUnsaved } from '../../ui/unsaved-changes.tsx'
import type { Expiry } from './access-tokens-view.ts'
import { ScopesField, scopesMistake } from './scopes-field.tsx'

export interface TokenWish {
  name: string
  scopes: Scope[]
  expires: Expiry
}

interface TokenFormProps {
  form: UseFormReturn<TokenWish>
  submit: string
  send: (wish: TokenWish) => Promise<void>
  /** Under the name: when it ends. */
  children: ReactNode
}

/** What a token is called and what it may do. */
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
            hint="What uses it, so that you know it again: “Shop backend”."
            error={errors.name?.message}
          >
            <TextInput
              autoComplete="off"
              {...form.register('name', { validate: (name) => nameMistake(name) ?? true })}
            />
          </Field>
          {children}
        </div>
      </Card>
      <Card>
        <Controller
          name="scopes"
          control={form.control}
          rules={{ validate: (scopes) => scopesMistake(scopes) ?? true }}
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

const nameLengthMax = 200

function nameMistake(name: string): string | null {
  const { length } = name.trim()
  if (length === 0) return 'Enter a name.'
  return length > nameLengthMax ? `Use at most ${nameLengthMax} characters.` : null
}

const fieldOf = wireFields<TokenWish>({ comment: 'name', scopes: 'scopes', expires_in: 'expires' })

const explanations: Explanations<TokenWish> = {
  SessionIsNotFresh: ['root', 'Only they themselves can do this, not an operator in their place.'],
  NotPermitted: ['root', 'Your role changed: only owners and admins manage access tokens.'],
  ResourceNotFound: ['root', 'This token is no longer here. Somebody revoked it just now.'],
}
