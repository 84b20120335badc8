import { useCallback, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { figureNames, figuresMax } from './figures.ts'
import { rangeNames } from './range.ts'

const Preferences = z.object({
  figures: z.array(z.enum(figureNames)).check(z.minLength(1), z.maxLength(figuresMax)),
  range: z.enum(rangeNames),
  /** Null for US dollars, or the currency that there is. */
  currency: z.nullable(z.string().check(z.regex(/^[a-z]{3}$/))),
  isSetupHidden: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>

export const defaults: Preferences = {
  figures: ['listRunRate', 'revenue', 'activeSubscriptions', 'checkoutsConversion'],
  range: '30',
  currency: null,
  isSetupHidden: false,
}

/** Whose choice it is, and for which organization. */
export interface Chooser {
  userId: string
  organizationId: string
}

/** What a person chose to see on the home page of an organization, in this browser. */
export function usePreferences({ userId, organizationId }: Chooser) {
  const key = keyOf({ userId, organizationId })
  const chosen = useSyncExternalStore(subscribe, () => read(key))
  const choose = useCallback(
    (change: Partial<Preferences>) => {
      write(key, { ...parse(read(key)), ...change })
    },
    [key],
  )
  return { preferences: parse(chosen), choose }
}

const keyOf = ({ userId, organizationId }: Chooser) => `guildhall.home.${userId}.${organizationId}`

/** The same for the loader of the page. */
export const readPreferences = (chooser: Chooser): Preferences => parse(read(keyOf(chooser)))

/** Anything that isn’t understood, also of a later version, is as if nothing was chosen. */
export function parse(text: string | null): Preferences {
  try {
    const found = z.safeParse(z.partial(Preferences), JSON.parse(text ?? '{}'))
    const { figures, range, currency, isSetupHidden } = found.data ?? {}
    return {
      figures: figures ?? defaults.figures,
      range: range ?? defaults.range,
      currency: currency ?? defaults.currency,
      isSetupHidden: isSetupHidden ?? defaults.isSetupHidden,
    }
  } catch {
    return defaults
  }
}

/** What a browser that stores nothing keeps as long as the page. */
const unsaved = new Map<string, string>()
const listeners = new Set<() => void>()

function read(key: string): string | null {
  try {
    return unsaved.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, preferences: Preferences): void {
  const text = JSON.stringify(preferences)
  try {
    localStorage.setItem(key, text)
  } catch {
    unsaved.set(key, text)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another window of the same browser.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
