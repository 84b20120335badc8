import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#/ui/field.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { SecretDraft } from './secret-draft.ts'

interface SecretFieldProps {
  /** The label: “Signing secret”. */
  legend: string
  hint?: string
  from: SecretDraft['secretFrom']
  onFromChange: (from: SecretDraft['secretFrom']) => void
  /** Registers the input of the secret. */
  input: UseFormRegisterReturn
  error: string | undefined
}

/** A generated secret, or the user’s own. */
export function SecretField({ from, onFromChange, input, error, ...texts }: SecretFieldProps) {
  return (
    <div className="grid gap-3">
      <RadioGroup {...texts} options={ways} value={from} onChange={onFromChange} />
      {from === 'given' && (
        <Field label="Secret" hint="Used as the signing key exactly as entered." error={error}>
          <TextInput autoComplete="off" spellCheck={false} className="font-mono" {...input} />
        </Field>
      )}
    </div>
  )
}

const ways = [
  { value: 'generated', label: 'Generate a secret' },
  { value: 'given', label: 'Use my own secret' },
] as const
