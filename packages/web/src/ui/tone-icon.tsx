import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Tone } from './tone.ts'

const icons = {
  good: Check,
  warn: Clock,
  bad: TriangleAlert,
  info: Info,
  neutral: CircleDashed,
} as const satisfies Record<Tone, typeof Check>

export function ToneIcon({ tone, className }: { tone: Tone; className?: string }) {
  const Icon = icons[tone]
  return <Icon aria-hidden="true" className={className} />
}
