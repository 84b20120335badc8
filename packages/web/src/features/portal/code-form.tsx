import { mailedCode, signInCode } from '@guildhall/contract/portal/mailed-code'
import { type ReactNode, useEffect } from 'react'
import { text } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'

interface CodeFormProps {
  /** The label of the button. */
  submit: string
  send: (code: string) => Promise<void>
  /** A button for the way back. */
  back: ReactNode
  /** It has just replaced the button that had the focus. */
  takesFocus?: boolean
  /** It signs in: a repeated mail also has a longer one. */
  isSignIn?: boolean
}

/** Asks for the code in a mail. */
export function CodeForm({
  submit,
  send,
  back,
  takesFocus = false,
  isSignIn = false,
}: CodeFormProps) {
  const form = useForm({
    schema: isSignIn ? signInSchema : codeSchema,
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    // On touch screens the focus would open a keyboard that covers half of the page.
    if (takesFocus && matchMedia('(pointer: fine)').matches) setFocus('code')
  }, [takesFocus, setFocus])
  const enter = ({ code }: { code: string }) => send(code)
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={sendOrExplain(
        form,
        enter,
        isSignIn ? signInExplanations : codeExplanations,
        codeField,
      )}
    >
      <Field label="Code" error={errors.code?.message}>
        <TextInput
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={lengthMax}
          className="figures uppercase"
          {...form.register('code')}
        />
      </Field>
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <div className="flex flex-wrap justify-between gap-2">
        {back}
        <Button type="submit" variant="primary" loading={isSubmitting}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** Pasted codes may have spaces around them, which must not cut off the end. */
const lengthMax = 64

const signInSchema = {
  code: text(signInCode, {
    empty: 'Enter the code.',
    format: 'The code has six letters and digits, or 16 if it is the longer one.',
  }),
}

const codeSchema = {
  code: text(mailedCode, {
    empty: 'Enter the code.',
    format: 'The code has six letters and digits.',
  }),
}

const codeField = wireFields<{ code: string }>({ code: 'code' })

const codeExplanations: Explanations<{ code: string }> = {
  Unauthorized: ['code', 'This code is incorrect or has expired. Go back to request a new one.'],
}

const signInExplanations: Explanations<{ code: string }> = {
  Unauthorized: [
    'code',
    'This code is incorrect or has expired. If your last email has a longer code, enter that one. ' +
      'Otherwise, go back to request a new one.',
  ],
}
