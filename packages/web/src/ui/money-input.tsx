import type { ComponentProps } from 'react'
import { TextInput } from './text-input.tsx'

type MoneyInputProps = Omit<ComponentProps<typeof TextInput>, 'before' | 'type' | 'inputMode'>

/** An amount in dollars as text, which converts to cents exactly. */
export function MoneyInput({ after = 'USD', ...props }: MoneyInputProps) {
  return (
    <TextInput
      autoComplete="off"
      inputMode="decimal"
      before={<span className="text-m">$</span>}
      after={after}
      {...props}
    />
  )
}
