import { useEffect, useState } from 'react'

/** A value once it has stood still: what is typed is asked about in the pauses. */
export function useSettled<T>(value: T, pauseMilliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [value, pauseMilliseconds])
  return settled
}
