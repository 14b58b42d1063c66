/** The real board of a real project, in a real browser. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { until, type Going, type TestProject } from '../running-mayday.ts'
import { findChromium } from './find-chromium.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const SHOTS = join(import.meta.dirname, 'screenshots')

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 30_000

/** Then the tests are skipped, and counted as that. */
export const hasNoBrowser: boolean = findChromium() === null

export type Look = { readonly width?: number; readonly height?: number; readonly scheme?: 'light' | 'dark' }

export type OpenPage = {
  readonly page: Page
  /** What the page complained of: errors of scripts, and whatever the policy refused. */
  readonly complaints: readonly string[]
  readonly goTo: (hash: string) => Promise<void>
  readonly shoot: (name: string) => Promise<void>
}

/** One browser with a folder of its own; it is gone when the test is over. */
export class TestBrowser implements AsyncDisposable {
  readonly #browser: Browser

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  /** `keepsPages`: a page that is left is put away for "back", as browsers of people do. */
  static async start({ keepsPages = false } = {}): Promise<TestBrowser> {
    const executablePath = findChromium() ?? ''
    const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : []
    return new TestBrowser(await chromium.launch({ executablePath, args: FLAGS, ignoreDefaultArgs }))
  }

  async open({ address }: Pick<ServedBoard, 'address'>, hash = '#/', look: Look = {}): Promise<OpenPage> {
    const { width = 1440, height = 900, scheme = 'light' } = look
    const context = await this.#browser.newContext({ viewport: { width, height }, colorScheme: scheme })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
    })
    await page.goto(address)
    // The first answer takes the key out of the address; the page itself comes after it.
    await page.locator('main.page').waitFor()
    const goTo = async (to: string): Promise<void> => {
      await page.goto(new URL(to, page.url()).href)
      await page.locator('main.page').waitFor()
    }
    await goTo(hash)
    return { page, complaints, goTo, shoot: (name) => shoot(page, name) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close()
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}

export type ServedBoard = { readonly address: string; readonly port: number; readonly going: Going }

/** `mayday board` in a project; where it is started again on the same port, the same page finds it. */
export const serveBoard = (project: TestProject, port = 0, ...more: string[]): Promise<ServedBoard> =>
  servedBy(
    project.start(['board', '--no-open', '--json', '--port', String(port), ...more], { MAYDAY_DIR: '' }),
  )

/** The board that a command serves that was started with `--json`. */
export async function servedBy(going: ServedBoard['going']): Promise<ServedBoard> {
  const line = await until('the board to listen', () => /^\{.*\}$/m.exec(going.printed())?.[0])
  const told: { address: string; port: number } = JSON.parse(line)
  return { address: told.address, port: told.port, going }
}

/** Chooses from the menu of a run's or task's page. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page
    .locator('.run-acts .menu li')
    .getByRole('button', { name: new RegExp(`^${name}(?:…| \\(|$)`) })
    .click()
}

/** Answers the question that is asked first. */
export const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
