/** The meaning of a color, always combined with an icon or text. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'

export const toneSoft = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-sunken text-ink-2',
} as const satisfies Record<Tone, string>

export const toneText = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  neutral: 'text-ink-3',
} as const satisfies Record<Tone, string>
