import { type ReactNode, useId } from 'react'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import {
  codeMistake,
  expiryMistake,
  expiryText,
  grouped,
  numberMistake,
  testCards,
  testCode,
  testExpiry,
  tokenOf,
} from './test-cards.ts'

export interface Card {
  number: string
  expiry: string
  code: string
}

/** The errors by field name. */
type Faults = Readonly<Record<string, string>>

export const noCard: Card = { number: '', expiry: '', code: '' }

const testCard = (number: string): Card => ({ number, expiry: testExpiry, code: testCode })

/** The card to begin with: a test card by its number, or none. */
export const startingCard = (number: string | null): Card =>
  number === null || tokenOf(number) === null ? noCard : testCard(grouped(number))

/** Validates the fields; the card number stays in the browser. */
export function cardFaults({ number, expiry, code }: Card, today: Date): Faults {
  const found = {
    number: numberMistake(number),
    expiry: expiryMistake(expiry, today),
    code: codeMistake(code),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, message]) => (message === null ? [] : [[name, message]])),
  )
}

interface CardFieldsProps {
  card: Card
  faults: Faults
  onChange: (card: Card) => void
}

/** The sandbox’s card form. */
export function CardFields({ card, faults, onChange }: CardFieldsProps) {
  const edit = (change: Partial<Card>) => onChange({ ...card, ...change })
  return (
    <div className="grid gap-4">
      <Field label="Card number" error={faults['number']}>
        <TextInput
          inputMode="numeric"
          autoComplete="cc-number"
          name="number"
          className="figures"
          value={card.number}
          onChange={({ target }) => edit({ number: grouped(target.value) })}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label="Expires" error={faults['expiry']}>
          <TextInput
            inputMode="numeric"
            autoComplete="cc-exp"
            name="expiry"
            placeholder="MM / YY"
            value={card.expiry}
            onChange={({ target }) => edit({ expiry: expiryText(target.value, card.expiry) })}
          />
        </Field>
        <Field label="CVC" error={faults['code']}>
          <TextInput
            inputMode="numeric"
            autoComplete="cc-csc"
            name="code"
            placeholder="123"
            maxLength={4}
            value={card.code}
            onChange={({ target }) => edit({ code: target.value.replace(/\D/g, '') })}
          />
        </Field>
      </div>
      <TestCards>
        {testCards.map(({ number, does }) => (
          <li key={number}>
            <button
              type="button"
              className="flex min-h-7 w-full flex-wrap items-center justify-between gap-x-3 rounded-xs text-left hover:text-ink"
              onClick={() => onChange(testCard(number))}
            >
              <span className="figures">{number}</span>
              <span>{does}</span>
            </button>
          </li>
        ))}
      </TestCards>
    </div>
  )
}

function TestCards({ children }: { children: ReactNode }) {
  const id = useId()
  return (
    <details className="rounded-m border bg-sunken px-3 py-1.5 text-xs text-ink-2">
      <summary id={id} className="min-h-6 py-1 font-medium">
        Test mode: no money moves. Show test cards
      </summary>
      <ul aria-labelledby={id} className="pt-1 pb-1.5">
        {children}
      </ul>
    </details>
  )
}
