import { type FormEvent, useState } from 'react'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Refused } from '#/lib/request.ts'

/** Errors by field; `whole` concerns the form. */
export interface Faults {
  fields?: Readonly<Record<string, string>>
  whole?: string
}

interface Submission {
  /** Client-side validation. */
  check: (values: FormData) => Faults
  send: (values: FormData) => Promise<void>
  /** Messages for the server’s refusals; others keep the server’s message. */
  explain: (refused: Refused) => Faults | null
}

/** The state of a form with uncontrolled fields: its errors, and whether it is busy. */
export function useSubmission({ check, send, explain }: Submission) {
  const [faults, setFaults] = useState<Faults>({})
  const [isPending, setPending] = useState(false)

  async function submit(form: HTMLFormElement) {
    const values = new FormData(form)
    const found = check(values)
    showFaults(form, found)
    if (hasFaults(found)) return
    setPending(true)
    try {
      await send(values)
    } catch (error) {
      setPending(false)
      showFaults(form, describe(error, explain))
    }
  }

  function showFaults(form: HTMLFormElement, found: Faults) {
    setFaults(found)
    const controls = [...form.elements].filter((control) => control instanceof HTMLInputElement)
    controls.find(({ name }) => found.fields?.[name] !== undefined)?.focus()
  }

  return {
    faults,
    isPending,
    onSubmit: async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isPending) await submit(event.currentTarget)
    },
  }
}

/** A text field's value, as typed. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** The empty fields with their messages. */
export function missing(values: FormData, wanted: Readonly<Record<string, string>>): Faults {
  const empty = Object.entries(wanted).filter(([name]) => textOf(values, name).trim() === '')
  return { fields: Object.fromEntries(empty) }
}

function hasFaults({ fields, whole }: Faults): boolean {
  return whole !== undefined || Object.keys(fields ?? {}).length > 0
}

function describe(error: unknown, explain: Submission['explain']): Faults {
  const isOfForm = error instanceof Refused && error.status < 500 && error.status !== 429
  return (isOfForm ? explain(error) : null) ?? { whole: failureMessage(error, captchaMessages) }
}

const captchaMessages: Messages = {
  MISSING_CAPTCHA_RESPONSE: 'Confirm that you’re not a robot.',
  CAPTCHA_VERIFICATION_FAILED: 'The captcha check failed. Please try again.',
}
