/** A readable name for a `User-Agent`: "Firefox on Linux". */
export function deviceName(userAgent: string): string {
  // Programs name themselves first: `curl/8.5.0`.
  const program = /^[\w.-]+(?=\/)/.exec(userAgent)?.[0]
  const own = program === 'Mozilla' ? undefined : program
  return knownDeviceName(userAgent) ?? own ?? 'Unknown device'
}

/** The same, of names in our own lists only, so that it contains no words of the sender. */
export function knownDeviceName(userAgent: string): string | null {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  return browser !== null && system !== null ? `${browser} on ${system}` : (browser ?? system)
}

const phone = /iPhone|Android.*Mobile|Mobile.*Firefox/

export const isPhone = (userAgent: string): boolean => phone.test(userAgent)

type Names = readonly (readonly [pattern: RegExp, name: string])[]

function nameIn(names: Names, userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}

// Most browsers also name the ones they descend from, so the youngest is tried first.
const browsers: Names = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: Names = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]
