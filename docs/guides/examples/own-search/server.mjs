// The same search behind HTTP: node server.mjs [PORT]
import { createServer } from 'node:http';
import { search } from './search.mjs';

const server = createServer(async (request, response) => {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { topicId, query, k } = JSON.parse(Buffer.concat(chunks).toString());
    const hits = await search({ topicId, query }, k);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ hits }));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(Number(process.argv[2] ?? 8787), '127.0.0.1', () => {
  process.stderr.write(`listening on port ${server.address().port}\n`);
});
