const dayMilliseconds = 86_400_000
const keptDays = 4096
const dateTexts = new Map<number, string>()

/**
 * What `toISOString` answers, in a fraction of its time: rows and events have dozens of instants,
 * and those of a day share the text of their date.
 */
export function instantText(instant: Date): string {
  const time = instant.getTime()
  const day = Math.floor(time / dayMilliseconds)
  const ofDay = time - day * dayMilliseconds
  const hours = digits(Math.floor(ofDay / 3_600_000))
  const minutes = digits(Math.floor(ofDay / 60_000) % 60)
  const seconds = digits(Math.floor(ofDay / 1000) % 60)
  const milliseconds = ofDay % 1000
  const fraction = milliseconds < 100 ? `0${digits(milliseconds)}` : milliseconds
  return `${dateText(day, instant)}${hours}:${minutes}:${seconds}.${fraction}Z`
}

const digits = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

function dateText(day: number, instant: Date): string {
  const known = dateTexts.get(day)
  if (known !== undefined) return known
  const text = instant.toISOString()
  const date = text.slice(0, text.indexOf('T') + 1)
  if (dateTexts.size >= keptDays) dateTexts.clear()
  dateTexts.set(day, date)
  return date
}
