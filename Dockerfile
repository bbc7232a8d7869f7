# The full mode in one image: web, worker and beat differ by their command only (compose.yaml).
# What of the repository comes in, .dockerignore says. To pin the base, give its digest, renewed with each security release:
#   docker buildx imagetools inspect python:3.13-slim
#   docker compose build --pull --build-arg BASE=python:3.13-slim@sha256:…
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /app
ENV PATH=/venv/bin:$PATH COLLECTED_STATIC=true
COPY requirements.txt ./
RUN python -m venv --without-pip /venv && \
    pip --python /venv/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r requirements.txt
COPY . ./
RUN python -m core.assets && \
    SECRET_KEY=build DATA_DIR=/tmp/build python manage.py collectstatic --noinput && \
    find /venv/lib /app/staticfiles -depth \( -name fontpkg_fraunces -o -name babel -o -name redoc \) -exec rm -r {} +

FROM ${BASE}
LABEL org.opencontainers.image.title="Chama tournaments" \
      org.opencontainers.image.description="Tournaments of card games: web, worker and beat" \
      org.opencontainers.image.licenses="MIT"
RUN groupadd --system --gid 10001 chama && \
    useradd --system --uid 10001 --gid 10001 --home-dir /data --no-create-home chama && \
    install --directory --owner chama --group chama --mode 700 /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 COLLECTED_STATIC=true DATA_DIR=/data HOME=/data \
    DATABASE_REQUIRED=true
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--workers", "2", "--threads", "8", "--worker-tmp-dir", "/dev/shm", "--no-control-socket", "--limit-request-line", "8190", "--limit-request-field_size", "16380"]
