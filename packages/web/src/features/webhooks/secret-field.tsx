import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { SecretDraft } from './secret-draft.ts'

interface SecretFieldProps {
  /** What it is: “Signing secret”. */
  legend: string
  hint?: string
  from: SecretDraft['secretFrom']
  onFromChange: (from: SecretDraft['secretFrom']) => void
  /** What the form registers for the secret itself. */
  input: UseFormRegisterReturn
  error: string | undefined
}

/** A secret that is made here, or the one that a handler has already. */
export function SecretField({ from, onFromChange, input, error, ...words }: SecretFieldProps) {
  return (
    <div className="grid gap-3">
      <RadioGroup {...words} options={ways} value={from} onChange={onFromChange} />
      {from === 'given' && (
        <Field label="Secret" hint="Its characters are the key, as they stand here." error={error}>
          <TextInput autoComplete="off" spellCheck={false} className="font-mono" {...input} />
        </Field>
      )}
    </div>
  )
}

const ways = [
  { value: 'generated', label: 'Make one for me' },
  { value: 'given', label: 'Use one that I have' },
] as const
