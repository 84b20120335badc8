import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followTheme, onThemeChange, readTheme, setTheme } from './theme.ts'

/** The parts of a browser that the theme uses. */
class FakeBrowser {
  readonly kept = new Map<string, string>()
  readonly root = { dataset: { theme: '' } }
  readonly system = Object.assign(new EventTarget(), { matches: false })
  readonly tabs = new EventTarget()

  install() {
    vi.stubGlobal('document', { documentElement: this.root })
    vi.stubGlobal('matchMedia', () => this.system)
    vi.stubGlobal('addEventListener', this.tabs.addEventListener.bind(this.tabs))
    vi.stubGlobal('removeEventListener', this.tabs.removeEventListener.bind(this.tabs))
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => this.kept.get(key) ?? null,
      setItem: (key: string, value: string) => this.kept.set(key, value),
      removeItem: (key: string) => this.kept.delete(key),
    })
  }

  prefer(isDark: boolean) {
    this.system.matches = isDark
    this.system.dispatchEvent(new Event('change'))
  }
}

let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
  browser.install()
})

afterEach(() => {
  setTheme('system')
  vi.unstubAllGlobals()
})

describe('theme', () => {
  test('follows the system until one is chosen, and again when reset', () => {
    const stop = followTheme()
    expect(browser.root.dataset.theme).toBe('light')
    browser.prefer(true)
    expect(browser.root.dataset.theme).toBe('dark')
    setTheme('light')
    expect(browser.root.dataset.theme).toBe('light')
    browser.prefer(true)
    expect(browser.root.dataset.theme).toBe('light')
    setTheme('system')
    expect(browser.root.dataset.theme).toBe('dark')
    stop()
  })

  test('a choice is stored, a default is not', () => {
    setTheme('dark')
    expect(readTheme()).toBe('dark')
    expect([...browser.kept.values()]).toEqual(['dark'])
    setTheme('system')
    expect(browser.kept.size).toBe(0)
  })

  test('an invalid stored value is ignored', () => {
    setTheme('dark')
    for (const key of browser.kept.keys()) browser.kept.set(key, 'sepia')
    expect(readTheme()).toBe('system')
  })

  test('another tab’s choice is applied', () => {
    const stop = followTheme()
    setTheme('dark')
    for (const key of browser.kept.keys()) browser.kept.set(key, 'light')
    browser.tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'guildhall.theme' }))
    expect(browser.root.dataset.theme).toBe('light')
    stop()
  })

  test('without storage a choice lasts as long as the page', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('SecurityError')
      },
      setItem: () => {
        throw new Error('SecurityError')
      },
      removeItem: () => {
        throw new Error('SecurityError')
      },
    })
    setTheme('dark')
    expect(readTheme()).toBe('dark')
    expect(browser.root.dataset.theme).toBe('dark')
  })

  test('listeners are notified until they unsubscribe', () => {
    const heard = vi.fn<() => void>()
    const leave = onThemeChange(heard)
    setTheme('dark')
    leave()
    setTheme('light')
    expect(heard).toHaveBeenCalledTimes(1)
  })
})
