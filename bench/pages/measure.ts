import { freePort } from '../../packages/server/src/platform/free-port.ts'
import { launchBrowser } from '../../tools/browser.ts'
import { median } from '../figures.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { informational, type Result } from '../results.ts'
import { type RunOptions, startServer } from '../rounds.ts'
import { type Shop, setUpShop } from './shop.ts'
import { type Visited, type Vitals, visitPage } from './visit-page.ts'

interface MeasuredPage extends Visited {
  readonly name: string
  readonly cookie: string | null
  readonly goals: Goals
}

interface Goals {
  readonly lcpMillisecondsMax: number | null
  readonly layoutShiftMax: number | null
  readonly firstScriptKilobytesMax: number | null
  readonly scriptKilobytesMax: number | null
}

interface Measured {
  readonly page: MeasuredPage
  readonly vitals: Vitals
}

export async function measure(urls: Urls, { rounds }: RunOptions): Promise<Measured[]> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = await startServer(
    ourServer(urls, {
      PORT: String(port),
      GUILDHALL_URL: url,
      GUILDHALL_DATA: '.cache/bench/pages',
    }),
  )
  const browser = await launchBrowser()
  try {
    const pages = pagesOf(url, await setUpShop(url))
    const visits = new Map(pages.map((page) => [page, new Array<Vitals>()]))
    for (let round = 0; round < rounds; round += 1) {
      for (const [page, seen] of visits) seen.push(await visitPage(browser, page, page.cookie))
    }
    return Array.from(visits, ([page, seen]) => ({ page, vitals: medianOf(seen) }))
  } finally {
    await browser.close()
    await server.child.stop()
  }
}

const publicPage = { lcpMillisecondsMax: 2_000, layoutShiftMax: 0.02 } as const

const pagesOf = (url: string, { cookie, ...shop }: Shop): MeasuredPage[] => [
  {
    name: 'sign-in',
    page: `${url}/sign-in`,
    cookie: null,
    interact: (page) => page.getByLabel('Email or username').pressSequentially('ada'),
    goals: { ...publicPage, firstScriptKilobytesMax: 110, scriptKilobytesMax: 110 },
  },
  {
    name: 'checkout',
    page: shop.checkout,
    cookie: null,
    interact: (page) => page.getByLabel('Email').pressSequentially('bea'),
    goals: { ...publicPage, firstScriptKilobytesMax: 110, scriptKilobytesMax: 110 },
  },
  {
    name: 'portal',
    page: shop.portal,
    cookie: null,
    interact: (page) => page.keyboard.press('Tab'),
    goals: { ...publicPage, firstScriptKilobytesMax: 120, scriptKilobytesMax: null },
  },
  {
    name: 'API reference',
    page: `${url}/docs`,
    cookie: null,
    interact: (page) => page.getByRole('searchbox').pressSequentially('order'),
    goals: { ...publicPage, firstScriptKilobytesMax: null, scriptKilobytesMax: null },
  },
  {
    name: 'dashboard',
    page: shop.dashboard,
    cookie,
    interact: (page) => page.keyboard.press('Control+k'),
    goals: {
      lcpMillisecondsMax: null,
      layoutShiftMax: null,
      firstScriptKilobytesMax: 220,
      scriptKilobytesMax: null,
    },
  },
]

const medianOf = (seen: readonly Vitals[]): Vitals => ({
  lcpMilliseconds: median(seen.map(({ lcpMilliseconds }) => lcpMilliseconds)),
  layoutShift: median(seen.map(({ layoutShift }) => layoutShift)),
  inpMilliseconds: median(seen.map(({ inpMilliseconds }) => inpMilliseconds)),
  firstScriptBytes: median(seen.map(({ firstScriptBytes }) => firstScriptBytes)),
  scriptBytes: median(seen.map(({ scriptBytes }) => scriptBytes)),
})

export function evaluate(measured: readonly Measured[]): Result[] {
  return measured.flatMap(({ page: { name, goals }, vitals }) => [
    result(`${name}: LCP, ms`, vitals.lcpMilliseconds, {
      max: goals.lcpMillisecondsMax,
      digits: 0,
    }),
    result(`${name}: CLS`, vitals.layoutShift, { max: goals.layoutShiftMax, digits: 3 }),
    result(`${name}: INP, ms`, vitals.inpMilliseconds, { max: null, digits: 0 }),
    result(`${name}: JavaScript of the first screen, KB`, vitals.firstScriptBytes / 1024, {
      max: goals.firstScriptKilobytesMax,
      digits: 1,
    }),
    result(`${name}: JavaScript in all, KB`, vitals.scriptBytes / 1024, {
      max: goals.scriptKilobytesMax,
      digits: 1,
    }),
  ])
}

interface Judged {
  /** Null if it is only reported. */
  readonly max: number | null
  readonly digits: number
}

const result = (figure: string, value: number, { max, digits }: Judged): Result => ({
  figure,
  ours: value.toFixed(digits),
  peer: '',
  ratio: '',
  goal: max === null ? informational : `≤ ${max}`,
  isMet: max === null || value <= max,
})
