import { useEffect, useState } from 'react'

/** Debounces a value, so that requests are sent in the pauses of typing. */
export function useSettled<T>(value: T, pauseMilliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [value, pauseMilliseconds])
  return settled
}
