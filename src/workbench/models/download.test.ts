import { expect, it, vi } from 'vitest';
import { fetchIn, hubOf, project } from '../../../test/fetch-project.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      handle.write = () => Promise.reject(full);
      return handle;
    },
  };
});

it('names a disk that is full', async () => {
  await expect(fetchIn(project(), await hubOf())).rejects.toMatchObject({
    code: 'GRK_STORE_FULL',
    message: expect.stringContaining('.grk/models is full'),
  });
});
