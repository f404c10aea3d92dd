/** Does jobs two at a time, as many as the development machine has cores, those named first first. */
const AT_A_TIME = 2;

export async function twoAtATime(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const open = [...jobs];
  const work = async (): Promise<void> => {
    for (let job = open.shift(); job !== undefined; job = open.shift()) await job();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}
