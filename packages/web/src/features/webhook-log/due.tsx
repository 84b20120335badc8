import type { ComponentProps } from 'react'
import { Time } from '../../ui/time.tsx'
import { useNow } from '../../ui/use-now.ts'

const soonMilliseconds = 60_000

/** When something is to be done. */
export function Due(props: ComponentProps<typeof Time>) {
  const now = useNow()
  const isSoon = props.at.getTime() - now.getTime() < soonMilliseconds
  return isSoon ? 'in a moment' : <Time {...props} />
}
