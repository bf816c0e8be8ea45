// Which Chromium, and how it is started.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// The browser that CHROMIUM names, or one where systems put it.
export const found = () => [process.env.CHROMIUM, ...PLACES].find((place) => place && existsSync(place));

export const launch = (executablePath, folder) => chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath,
  headless: true,
  viewport: { width: 1360, height: 900 },
  // Without a sandbox, because servers run tests as root; nothing but our own pages is opened.
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

export const close = (browser) => browser.close();
