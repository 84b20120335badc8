import { type FormEvent, useState } from 'react'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { Refused } from '../../lib/request.ts'

/** What is wrong: by field, and with the whole. */
export interface Faults {
  fields?: Readonly<Record<string, string>>
  whole?: string
}

interface Submission {
  /** Before anything is sent. */
  check: (values: FormData) => Faults
  send: (values: FormData) => Promise<void>
  /** The server's refusals in the words of this form; what it leaves out keeps the server's. */
  explain: (refused: Refused) => Faults | null
}

/** A form whose fields keep their own values; it holds only what went wrong and that it's busy. */
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

/** The fields left empty, each with what it asks for. */
export function missing(values: FormData, wanted: Readonly<Record<string, string>>): Faults {
  const empty = Object.entries(wanted).filter(([name]) => textOf(values, name).trim() === '')
  return { fields: Object.fromEntries(empty) }
}

function hasFaults({ fields, whole }: Faults): boolean {
  return whole !== undefined || Object.keys(fields ?? {}).length > 0
}

function describe(error: unknown, explain: Submission['explain']): Faults {
  const isOfForm = error instanceof Refused && error.status < 500 && error.status !== 429
  return (isOfForm ? explain(error) : null) ?? { whole: failureWords(error, captchaWords) }
}

const captchaWords: Words = {
  MISSING_CAPTCHA_RESPONSE: 'First show that you’re no robot.',
  CAPTCHA_VERIFICATION_FAILED: 'The check against robots failed. Please try it once more.',
}
