import { findCommandLineLogin } from '@guildhall/contract/organizations/command-line-logins'
import { api } from '#/lib/api.ts'
import { present } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { FoundLogin } from './found-login.ts'

/** The code is typed, never part of a link, so that no link alone can ask for an approval. */
export function CodeForm({ onFound }: { onFound: (login: FoundLogin) => void }) {
  const form = useForm<{ userCode: string }>({
    schema: { userCode: present('Enter the code.') },
    defaultValues: { userCode: '' },
  })
  const { errors, isSubmitting } = form.formState
  const find = async ({ userCode }: { userCode: string }) => {
    const body = { userCode: userCode.trim() }
    onFound({ ...(await api.call(findCommandLineLogin, { body })), ...body })
  }
  return (
    <Card>
      <form
        noValidate
        onSubmit={sendOrExplain(form, find, explanations)}
        className="grid grid-cols-1 gap-4"
      >
        {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
        <Field
          label="Code"
          hint="As “guildhall login” shows it in your terminal."
          error={errors.userCode?.message}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
            {...form.register('userCode')}
          />
        </Field>
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Continue
          </Button>
        </div>
      </form>
    </Card>
  )
}

const explanations: Explanations<{ userCode: string }> = {
  ResourceNotFound: ['userCode', 'This code is wrong or has expired.'],
}
