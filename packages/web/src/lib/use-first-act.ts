import { useEffect, useState } from 'react'

const firstActs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Whether the visitor has done anything on the page yet; what an act may need is loaded then. */
export function useFirstAct(): boolean {
  const [hasActed, setActed] = useState(false)
  useEffect(() => {
    const act = () => setActed(true)
    for (const type of firstActs) addEventListener(type, act, { once: true })
    return () => {
      for (const type of firstActs) removeEventListener(type, act)
    }
  }, [])
  return hasActed
}
