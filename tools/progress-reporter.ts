// The output of a full test run: failures in detail, progress with an estimate from the durations
// of the previous run, and a line for each finished section.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'

const durationsFile = join(import.meta.dirname, '../.cache/test-durations.json')
const progressMilliseconds = 20_000

const sections = {
  'end to end': ['e2e/'],
  stories: ['packages/stories/'],
  server: ['packages/server/'],
  'contract, web and tools': [''],
}

interface Section {
  readonly name: string
  files: number
  done: number
  passed: number
  failed: number
}

export default class ProgressReporter extends DefaultReporter {
  readonly #sections: Section[] = Object.keys(sections).map((name) => ({ ...newSection, name }))
  readonly #previousDurations = readDurations()
  readonly #durations: Record<string, number> = {}
  readonly #pending = new Set<string>()
  #startedAt = 0
  #lastPrintedAt = 0

  constructor() {
    super({ isTTY: false })
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.#startedAt = performance.now()
    this.#lastPrintedAt = this.#startedAt
    for (const { moduleId } of specifications) {
      this.#pending.add(this.relative(moduleId))
      this.#sectionOf(moduleId).files += 1
    }
  }

  override onTestModuleEnd(module: TestModule): void {
    if (module.state() === 'failed') super.onTestModuleEnd(module)
    const path = this.relative(module.moduleId)
    this.#pending.delete(path)
    this.#durations[path] = module.diagnostic().duration + module.diagnostic().collectDuration
    const section = this.#sectionOf(module.moduleId)
    section.done += 1
    section.passed += [...module.children.allTests('passed')].length
    const failures = [...module.children.allTests('failed')].length
    // A file whose hooks failed, or that couldn't be loaded, fails without a failed test.
    section.failed += module.state() === 'failed' ? Math.max(1, failures) : 0
    if (section.done === section.files) this.#printResult(section)
    else if (performance.now() - this.#lastPrintedAt > progressMilliseconds) this.#printProgress()
  }

  override onTestRunEnd(...run: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...run)
    writeFileSync(durationsFile, JSON.stringify({ ...this.#previousDurations, ...this.#durations }))
  }

  #sectionOf(moduleId: string): Section {
    const path = this.relative(moduleId)
    const [name] =
      Object.entries(sections).find(([, folders]) => folders.some((one) => path.startsWith(one))) ??
      []
    const section = this.#sections.find((one) => one.name === name)
    if (section === undefined) throw new Error(`${path} is in no section`)
    return section
  }

  #printResult({ name, passed, failed }: Section): void {
    const mark = failed > 0 ? '✗' : '✓'
    const failures = failed > 0 ? `, ${failed} failed` : ''
    this.log(`${mark} ${name}: ${passed} passed${failures} (${this.#elapsed()})`)
  }

  #printProgress(): void {
    this.#lastPrintedAt = performance.now()
    const running = this.#sections.filter(({ files, done }) => done < files)
    const counts = running.map(({ name, files, done }) => `${name} ${done}/${files}`).join(', ')
    this.log(`  ${this.#elapsed()}  ${counts}${this.#remaining()}`)
  }

  #elapsed(): string {
    return minutes(performance.now() - this.#startedAt)
  }

  /** Empty if most of the files have no previous duration. */
  #remaining(): string {
    const pending = [...this.#pending].map((path) => this.#previousDurations[path])
    const done = Object.keys(this.#durations).map((path) => this.#previousDurations[path])
    const known = [...pending, ...done].filter((duration) => duration !== undefined)
    if (known.length < (pending.length + done.length) / 2 || sum(done) === 0) return ''
    const rest = (sum(pending) / sum(done)) * (performance.now() - this.#startedAt)
    return `; about ${minutes(rest)} left`
  }
}

const newSection = { files: 0, done: 0, passed: 0, failed: 0 }

function readDurations(): Record<string, number> {
  return existsSync(durationsFile) ? JSON.parse(readFileSync(durationsFile, 'utf8')) : {}
}

const sum = (durations: readonly (number | undefined)[]): number =>
  durations.reduce<number>((all, one = 0) => all + one, 0)

function minutes(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
