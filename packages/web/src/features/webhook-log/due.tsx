import type { ComponentProps } from 'react'
import { Time } from '#/ui/time.tsx'
import { useNow } from '#/ui/use-now.ts'

const soonMilliseconds = 60_000

/** A due time. */
export function Due(props: ComponentProps<typeof Time>) {
  const now = useNow()
  const isSoon = props.at.getTime() - now.getTime() < soonMilliseconds
  return isSoon ? 'in a moment' : <Time {...props} />
}
