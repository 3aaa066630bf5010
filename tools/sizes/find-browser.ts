// Finds the browser for the journeys, or installs one, so that `npm test` needs no other step.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** Debian's Chromium without windows, in which Playwright runs headless tests by default. It has no notifications. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The features of Chromium that Playwright turns off (in its chromiumSwitches.ts). Chromium reads only the last list,
 * so they are repeated here.
 */
const FEATURES_OF_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * The pages that each new window loads for its address bar, 350 files each. Without them, a page load costs half the
 * processor time.
 */
const ADDRESS_BAR = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']

/**
 * Chromium's arguments in tests and benchmarks. Chromium may run as root and without a graphics card. It sends no
 * telemetry and opens no pages by itself.
 */
export const BROWSER_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...FEATURES_OF_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
]

/**
 * Returns the path of CHROMIUM_PATH, an installed Chromium or Chrome, or Playwright's browser. Installs a browser if
 * none is found.
 */
export function findBrowser(): string {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !existsSync(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, but this file doesn't exist.`)
  return wanted ?? findExisting() ?? install()
}

/**
 * Returns the path of Debian's headless shell if it is installed, and else that of findBrowser(). Two files of journeys took 24.4 s of
 * processor time in the headless shell, and 31.6 s in `chromium --headless`.
 */
export function findLightBrowser(): string {
  return !process.env.CHROMIUM_PATH && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findBrowser()
}

function findExisting(): string | undefined {
  return [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path))
}

function install(): string {
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  console.log('No Chromium or Chrome found. Installing one for the journeys…')
  try {
    if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
      run('apt-get', ['update', '-q'])
      run('apt-get', [
        'install',
        '-y',
        '-q',
        '--no-install-recommends',
        'chromium',
        'chromium-headless-shell',
        'fonts-liberation',
      ])
    } else {
      run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
    }
  } catch (cause) {
    throw new Error(
      "The journeys need Chromium, but we couldn't install it. Install Chromium and set CHROMIUM_PATH to its path.",
      { cause },
    )
  }
  const found = findExisting()
  if (!found) throw new Error('Chromium was installed, but not where we expected it. Set CHROMIUM_PATH to its path.')
  return found
}
